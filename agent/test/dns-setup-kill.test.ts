// A set-up and a roll-back that are killed at every point between two changes, in processes of their own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import type { DnsRequest } from "../src/dns-setup/types.ts";
import {
  FULL_53,
  machine,
  PLAIN_ANSWERS,
  RESOLVED_ANSWERS,
  SCOPED,
  STUB,
  uninstall,
} from "./dns-setup-machine.ts";
import type { Answers, Machine } from "./dns-setup-machine.ts";

const WORKER = join(import.meta.dirname, "dns-setup-worker.ts");

/** More points than any set-up has. */
const MAX_POINTS = 60;

const LONG = `${"# kept\n".repeat(40)}nameserver 192.0.2.53\nsearch corp.example\n`;

const CASES: readonly (readonly [string, Answers, Record<string, string>, DnsRequest])[] = [
  ["systemd-resolved, scoped", RESOLVED_ANSWERS, { "/etc/resolv.conf": STUB }, SCOPED],
  ["a short resolv.conf", PLAIN_ANSWERS, { "/etc/resolv.conf": "nameserver 192.0.2.53" }, FULL_53],
  ["a long resolv.conf", PLAIN_ANSWERS, { "/etc/resolv.conf": LONG }, FULL_53],
  ["no resolv.conf", PLAIN_ANSWERS, {}, FULL_53],
];

/** True where it was killed. */
function work(box: Machine, answers: Answers, request: DnsRequest | "uninstall", killAt: number) {
  const { root, stateFolder } = box.deps;
  const job = JSON.stringify({ root, stateFolder, answers, request, killAt });
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [WORKER, job], {
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return true;
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  return false;
}

test.each(CASES)(
  "%s: an install killed at any point is taken back to the last byte",
  (_, answers, files, request) => {
    let kills = 0;
    for (let killAt = 1; killAt < MAX_POINTS; killAt++) {
      using box = machine(answers, files);
      const before = box.snapshot();
      if (!work(box, answers, request, killAt)) break;
      kills += 1;
      expect(uninstall(box)).toMatchObject({ ok: true, warnings: [] });
      expect({ killAt, ...box.snapshot() }).toEqual({ killAt, ...before });
      expect(box.stateFiles().filter((name) => name === "dns-setup.json")).toEqual([]);
    }
    expect(kills).toBeGreaterThan(3);
  },
);

test.each(CASES)(
  "%s: a roll-back killed at any point is finished by the next one",
  (_, answers, files, request) => {
    let kills = 0;
    for (let killAt = 1; killAt < MAX_POINTS; killAt++) {
      using box = machine(answers, files);
      const before = box.snapshot();
      expect(work(box, answers, request, 0)).toBe(false);
      expect(box.snapshot()).not.toEqual(before);
      if (!work(box, answers, "uninstall", killAt)) break;
      kills += 1;
      expect(uninstall(box)).toMatchObject({ ok: true, warnings: [] });
      expect({ killAt, ...box.snapshot() }).toEqual({ killAt, ...before });
    }
    expect(kills).toBeGreaterThan(0);
  },
);

test.each(CASES.slice(0, 1))(
  "%s: an install over one that was killed ends as a clean one does",
  (_, answers, files, request) => {
    using clean = machine(answers, files);
    work(clean, answers, request, 0);
    for (let killAt = 1; killAt < MAX_POINTS; killAt++) {
      using box = machine(answers, files);
      const before = box.snapshot();
      if (!work(box, answers, request, killAt)) break;
      work(box, answers, request, 0);
      expect(box.snapshot()).toEqual(clean.snapshot());
      expect(uninstall(box).ok).toBe(true);
      expect(box.snapshot()).toEqual(before);
    }
  },
);
