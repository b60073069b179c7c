import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Terminal } from "../terminal.ts";
import { verifyCommand } from "./export.ts";
import type { VerifiedExport } from "./export.ts";

/** How the command ends on this, and whether it tells an error. */
async function ended(verified: Partial<VerifiedExport>): Promise<readonly [number, string]> {
  let code = 0;
  let told = "";
  const terminal: Terminal = {
    out: () => undefined,
    outOrLose: () => undefined,
    err: () => undefined,
    input: Readable.from([]),
    inputIsTty: false,
    inputIsNothing: false,
    errIsTty: false,
    raiseExit: (raised) => (code = Math.max(code, raised)),
  };
  const nothing = { asked: 60, agreed: 0, unanswered: 0, undecided: 0, disagreed: [] };
  const exportPolicy = async () => Promise.resolve({ ok: true, text: "" } as const);
  const verify = async (): Promise<VerifiedExport> => Promise.resolve({ ...nothing, ...verified });
  try {
    await verifyCommand({ terminal, exportPolicy, verify }, { resolver: "127.0.0.1" });
  } catch (error) {
    told = error instanceof Error ? error.message : "";
  }
  return [code, told];
}

const disagreed = [{ name: "a.example", isBlockedHere: true }];
const nothing = expect.stringContaining("nothing was verified") as string;

test.each([
  ["all judged alike", { agreed: 60 }, 0, ""],
  ["some undecided", { agreed: 1, undecided: 59 }, 0, ""],
  ["one otherwise", { agreed: 59, disagreed }, 1, ""],
  ["all otherwise", { disagreed }, 1, ""],
  ["one unanswered", { agreed: 59, unanswered: 1 }, 1, ""],
  ["all undecided", { undecided: 60 }, 0, nothing],
  ["all unanswered", { unanswered: 60 }, 1, nothing],
])("weir export verify with %s", async (_, verified, code, told) => {
  expect(await ended(verified)).toEqual([code, told]);
});
