import { AgentError, EXIT } from "../errors.ts";
import { printable } from "../printable.ts";
import type { Terminal } from "../terminal.ts";

/** The options of `weir export FORMAT`. */
export interface ExportFlags {
  readonly config?: string;
  readonly withDoh?: boolean;
  readonly serial?: string;
}

/** The options of `weir export verify`. */
export interface VerifyFlags {
  readonly config?: string;
  readonly withDoh?: boolean;
  readonly resolver: string;
  readonly elsewhere?: string;
  readonly names?: string;
}

/** What replaying names against a resolver showed. */
export interface VerifiedExport {
  readonly asked: number;
  readonly agreed: number;
  readonly unanswered: number;
  readonly undecided: number;
  readonly disagreed: readonly { readonly name: string; readonly isBlockedHere: boolean }[];
}

/** What the `weir export` commands need of the rest of the program. */
export interface ExportCommandDeps {
  readonly terminal: Terminal;
  readonly exportPolicy: (
    format: string,
    flags: ExportFlags,
  ) => Promise<
    { readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: string }
  >;
  /** Throws an AgentError for an address that is none. */
  readonly verify: (flags: VerifyFlags) => Promise<VerifiedExport>;
}

/** Most disagreements that are printed. */
const MAX_SHOWN = 50;

/** `weir export FORMAT`: the file on standard output. */
export async function exportCommand(
  { terminal, exportPolicy }: ExportCommandDeps,
  format: string,
  flags: ExportFlags,
): Promise<void> {
  const exported = await exportPolicy(format, flags);
  if (!exported.ok) {
    throw new AgentError("export_refused", {
      details: [`${printable(format)}: ${exported.fault}`],
    });
  }
  terminal.out(exported.text);
}

/** `weir export verify`: does a resolver judge like this policy? Exit 1 where it does not, 2 where no answer told that it does. */
export async function verifyCommand(
  { terminal, verify }: ExportCommandDeps,
  flags: VerifyFlags,
): Promise<void> {
  const { asked, agreed, unanswered, undecided, disagreed } = await verify(flags);
  for (const { name, isBlockedHere } of disagreed.slice(0, MAX_SHOWN)) {
    const here = isBlockedHere ? "blocked" : "let through";
    terminal.out(`${printable(name)}: ${here} here, not there\n`);
  }
  terminal.out(
    `${asked} names asked, ${agreed} judged alike, ${disagreed.length} otherwise, ${unanswered} unanswered, ${undecided} undecided\n`,
  );
  if (disagreed.length + unanswered > 0) terminal.raiseExit(EXIT.found);
  if (agreed + disagreed.length === 0) throw new AgentError("export_unverified");
}
