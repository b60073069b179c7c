// Does one thing to a machine beneath a temporary root and is killed at the point whose number is given; 0 for never.
import process from "node:process";
import { installDns } from "../src/dns-setup/install.ts";
import { restoreDns } from "../src/dns-setup/restore.ts";
import type { DnsRequest, DnsSetupDeps } from "../src/dns-setup/types.ts";
import type { Answers } from "./dns-setup-machine.ts";
import { recordedRunner } from "./dns-setup-machine.ts";

interface Job {
  readonly root: string;
  readonly stateFolder: string;
  readonly answers: Answers;
  readonly request: DnsRequest | "uninstall";
  readonly killAt: number;
}

const job = JSON.parse(process.argv[2] ?? "") as Job;
let points = 0;
const deps: DnsSetupDeps = {
  platform: "linux",
  root: job.root,
  stateFolder: job.stateFolder,
  uid: process.getuid?.(),
  isPrivileged: () => true,
  run: recordedRunner(job.answers, []),
  probe: { answersAt: async () => true, systemReachesWeir: async () => true },
  atPoint: () => {
    points += 1;
    if (points === job.killAt) process.kill(process.pid, "SIGKILL");
  },
};
const outcome =
  job.request === "uninstall"
    ? restoreDns(deps, { isFinal: true, isAfterCrash: false })
    : await installDns(deps, job.request);
process.stdout.write(JSON.stringify({ ok: outcome.ok, points }));
