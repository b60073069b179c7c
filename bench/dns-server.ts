// Weir's DNS server alone, in a process of its own, for bench/dns.ts: list loader and layer as the agent starts them, and
// nothing else. Arguments: port, list file, upstream, and "unchecked" to leave the answers' targets alone. "reload" on its
// standard input builds the list anew and swaps it; "busy" keeps the main thread busy four fifths of the time, "quiet" ends
// that.
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { FIRST_OWN_LIST, HOST_ACTIONS } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import { startDns } from "../agent/src/dns/service.ts";
import { loadHosts } from "../agent/src/hosts/load.ts";

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The table of a list of the operator's own, all of whose names are blocked. */
async function rulesOf(list: string): Promise<HostRules> {
  const actions = new Uint8Array(64);
  actions[FIRST_OWN_LIST] = HOST_ACTIONS.indexOf("block");
  const folder = `${dirname(list)}/no-other-lists`;
  mkdirSync(folder, { recursive: true });
  const { table } = await loadHosts({ folder, paths: [list], manifest: new Map() });
  return { actions, table };
}

async function serve([port = "0", list = "", upstream = "", checks]: readonly string[]) {
  const dns = await startDns({
    endpoint: { host: "127.0.0.1", port: Number(port) },
    rules: await rulesOf(list),
    settings: {
      upstreams: [upstream],
      savedResolvers: [],
      stripEch: true,
      blockPrivateRelay: false,
      detectPortals: false,
      checkAnswers: checks !== "unchecked",
    },
    onEvent: () => undefined,
  });
  let busy: NodeJS.Timeout | undefined;
  process.stdin.setEncoding("utf8").on("data", (text: string) => {
    for (const word of text.trim().split("\n")) {
      if (word === "busy") busy = keepBusy();
      if (word === "quiet") clearInterval(busy);
      if (word === "reload") {
        void (async () => {
          // A comment more, since a list that is the same is not taken up.
          appendFileSync(list, "#\n");
          await dns.setRules(await rulesOf(list));
          say("reloaded");
        })();
      }
    }
  });
}

/** Spins 40 ms of every 50, as scans one after the other would. */
function keepBusy(): NodeJS.Timeout {
  return setInterval(() => {
    const end = performance.now() + 40;
    while (performance.now() < end);
  }, 10);
}

void serve(process.argv.slice(2));
