import { isUtf8 } from "node:buffer";
import { foremostFindings, redact, scan } from "@weir/engine";
import type { Ruleset, ScanOptions, ScanPolicy } from "@weir/engine";
import { DEFAULT_MAX_SCAN_BYTES } from "@weir/schema";
import { counted } from "../counted.ts";
import { AgentError, EXIT } from "../errors.ts";
import { tellFailure } from "../failures.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { explainTerms, findingLine, findingRecord } from "./finding-lines.ts";
import { readInputFile, readStdin, STDIN } from "./input.ts";
import { noticePacked } from "./packed.ts";
import { placeFindings, scanInput } from "./scan-input.ts";
import type { PlacedFinding, ScanEngine } from "./scan-input.ts";

/** The options of `weir scan`. */
export interface ScanFlags {
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly redact?: boolean;
  readonly quiet?: boolean;
  readonly rules?: string;
  readonly config?: string;
}

/** What content is scanned by. */
interface ScanRules {
  readonly ruleset: Ruleset;
  readonly policy: ScanPolicy;
  /** What is wrong with the files of rules; told on the terminal already. */
  readonly warnings: readonly string[];
  /** Are all rules in force that were asked for? Without some of them, nothing is clean. */
  readonly areInForce: boolean;
}

/** What `weir scan` needs of the rest of the program. */
export interface ScanCommandDeps {
  readonly terminal: Terminal;
  /** Loads rules and scoring: those of the configuration, the rules of a folder where one is named. Throws an AgentError. */
  readonly load: (flags: ScanFlags) => ScanRules;
  /** Begins to time a scan for the log. */
  readonly timeScan: (
    kind: "scan" | "redact",
    content: string,
  ) => { readonly options: ScanOptions; readonly finish: () => void };
}

/** An input: its name for people and, as it was given, for programs; and its bytes. */
interface Input {
  readonly name: string;
  readonly file: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

function openInputs(
  files: readonly string[],
  { terminal }: ScanCommandDeps,
  { ruleset, policy }: ScanRules,
): Input[] {
  if (files.length === 0 && terminal.inputIsTty) throw new AgentError("stdin_is_terminal");
  const named = files.length === 0 ? [STDIN] : files;
  if (named.filter((file) => file === STDIN).length > 1) {
    throw new AgentError("bad_usage", { subject: "- (standard input) was named twice" });
  }
  return named.map((file) => {
    if (file === STDIN) return { name: "stdin", file: "stdin", bytes: readStdin(terminal) };
    // Whoever takes FILE for the text itself must not find it in an error.
    const shown = scan(ruleset, policy, file).blocked
      ? "a file whose name looks like a secret"
      : printable(file);
    return { name: printable(file), file, bytes: readInputFile(file, shown) };
  });
}

function engineOf(deps: ScanCommandDeps, rules: ScanRules, flags: ScanFlags): ScanEngine {
  return {
    ...rules,
    maxBytes: DEFAULT_MAX_SCAN_BYTES,
    isWhole: flags.explain === true,
    timed: (content, run) => {
      const timer = deps.timeScan("scan", content);
      const result = run(timer.options);
      timer.finish();
      return result;
    },
  };
}

/** Tells findings and errors as they come up, in one of the two forms, and sums them up at the end. */
interface Report {
  readonly found: (input: Input, finding: PlacedFinding) => void;
  readonly failed: (error: AgentError) => void;
  readonly end: (files: number) => void;
}

function textReport({ terminal }: ScanCommandDeps, flags: ScanFlags): Report {
  const filesWithFindings = new Set<string>();
  let blocking = 0;
  return {
    found: ({ name, file }, finding) => {
      terminal.out(`${findingLine(name, finding)}\n`);
      if (flags.explain === true) terminal.out(explainTerms(finding));
      if (!finding.judged.blocks) return;
      blocking++;
      filesWithFindings.add(file);
    },
    failed: (error) => terminal.err(`error: ${error.message}\nhint: ${error.hint}\n`),
    end: (files) => {
      if (flags.quiet === true || (blocking === 0 && !terminal.errIsTty)) return;
      const where = `in ${counted(blocking === 0 ? files : filesWithFindings.size, "file")}`;
      terminal.err(`${blocking === 0 ? "no findings" : counted(blocking, "finding")} ${where}\n`);
    },
  };
}

function jsonReport(
  { terminal }: ScanCommandDeps,
  flags: ScanFlags,
  { warnings }: ScanRules,
): Report {
  const told = warnings.length === 0 ? {} : { warnings };
  const findings: object[] = [];
  const errors: object[] = [];
  let blocked = false;
  return {
    found: ({ file }, finding) => {
      blocked ||= finding.judged.blocks;
      findings.push(findingRecord(file, finding, flags.explain === true));
    },
    failed: ({ code, message, hint }) => errors.push({ code, message, hint }),
    end: () => terminal.out(jsonDocument({ blocked, findings, errors, ...told })),
  };
}

/** A file without findings is not clean where nobody could look into it. */
function notePacked({ terminal }: ScanCommandDeps, name: string, what: string, flags: ScanFlags) {
  if (flags.quiet === true) return;
  terminal.err(`note: ${name} is ${what}: what is packed in it was not looked at\n`);
}

async function scanInputs(
  deps: ScanCommandDeps,
  inputs: readonly Input[],
  rules: ScanRules,
  flags: ScanFlags,
) {
  const engine = engineOf(deps, rules, flags);
  const report = (flags.json === true ? jsonReport : textReport)(deps, flags, rules);
  const fail = (error: AgentError): void => {
    deps.terminal.raiseExit(error.exitCode);
    report.failed(error);
  };
  let isClean = true;
  for (const input of inputs) {
    try {
      const noticed = noticePacked(input.bytes, (what) => {
        notePacked(deps, input.name, what, flags);
      });
      for await (const finding of scanInput(engine, noticed)) {
        if (finding.judged.blocks) {
          isClean = false;
          deps.terminal.raiseExit(EXIT.found);
        }
        report.found(input, finding);
      }
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      fail(error);
    }
  }
  if (isClean && !rules.areInForce) fail(new AgentError("rules_not_in_force"));
  report.end(inputs.length);
}

const BYTE_ORDER_MARK = "\ufeff";

/**
 * The whole text of an input. An AgentError above the limit of one scan, and where the bytes are not those of a text in
 * UTF-8: what is printed of it would not be the same file with placeholders.
 */
async function readWhole({ name, bytes }: Input): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > DEFAULT_MAX_SCAN_BYTES) throw new AgentError("input_too_large", { subject: name });
  }
  const whole = Buffer.concat(chunks, size);
  if (!isUtf8(whole)) throw new AgentError("input_not_utf8", { subject: name });
  return whole.toString("utf8");
}

async function redactInput(
  deps: ScanCommandDeps,
  input: Input,
  { ruleset, policy, areInForce }: ScanRules,
  flags: ScanFlags,
) {
  const { terminal } = deps;
  const whole = await readWhole(input);
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const text = whole.slice(mark.length);
  const timer = deps.timeScan("redact", text);
  const result = redact(ruleset, policy, text, timer.options);
  timer.finish();
  const { findings } = result.scan;
  const told = flags.explain === true ? findings : foremostFindings(findings);
  for (const finding of placeFindings(text, told)) {
    terminal.err(`${findingLine(input.name, finding)}\n`);
    if (flags.explain === true) terminal.err(explainTerms(finding));
  }
  if (result.redactions.length > 0) terminal.raiseExit(EXIT.found);
  else if (!areInForce) tellFailure(terminal, new AgentError("rules_not_in_force"));
  terminal.out(mark + result.content);
}

/**
 * `weir scan`: tells where content would block, or prints it with placeholders. Exit 0 clean, 1 found, 2 where an input
 * could not be read, or nothing was found and some rules are not in force; the other inputs are scanned all the same.
 */
export async function scanCommand(
  deps: ScanCommandDeps,
  files: readonly string[],
  flags: ScanFlags,
): Promise<void> {
  if (flags.redact === true && files.length > 1) {
    throw new AgentError("redact_inputs");
  }
  const rules = deps.load(flags);
  const inputs = openInputs(files, deps, rules);
  const [first] = inputs;
  if (flags.redact === true && first !== undefined) await redactInput(deps, first, rules, flags);
  else await scanInputs(deps, inputs, rules, flags);
}
