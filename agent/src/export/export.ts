import type { HostRules } from "@weir/engine";
import { EXPORT_FORMATS } from "./formats.ts";
import type { ExportFormat, ExportFormatName } from "./formats.ts";
import { exportedRules, verdictsOf } from "./verdicts.ts";

/** What an exported file holds beside the rules in force. */
export interface ExportOptions {
  /** Are public resolvers over HTTPS and TLS blocked too? */
  readonly withDoh: boolean;
  /** Version of the file, 1 to 4294967295 (RFC 1982): a zone's serial, a comment elsewhere. */
  readonly serial: number;
}

/** A file's text, or why there is none and what to do instead. */
export type Exported =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: string };

/** The format of a name that was typed, or why it is none. */
export function parseExportFormat(
  text: string,
):
  | { readonly ok: true; readonly format: ExportFormatName }
  | { readonly ok: false; readonly fault: string } {
  const names = Object.keys(EXPORT_FORMATS);
  const isFormat = (name: string): name is ExportFormatName => names.includes(name);
  if (isFormat(text)) return { ok: true, format: text };
  const fault =
    text === "hosts"
      ? `a hosts file can't block the names under a name; use one of ${names.join(", ")}`
      : `is no format; use one of ${names.join(", ")}`;
  return { ok: false, fault };
}

const MAX_SERIAL = 2 ** 32 - 1;

/**
 * The blocked names of the rules as a file for a central resolver. The same rules and options give the same bytes. What is
 * only inspected is let through: a resolver can't inspect.
 */
export function exportPolicy(
  name: ExportFormatName,
  rules: HostRules,
  { withDoh, serial }: ExportOptions,
): Exported {
  if (!Number.isInteger(serial) || serial < 1 || serial > MAX_SERIAL) {
    return { ok: false, fault: `a serial is a whole number from 1 to ${MAX_SERIAL}` };
  }
  const format: ExportFormat = EXPORT_FORMATS[name];
  const verdicts = verdictsOf(exportedRules(rules, withDoh));
  const deep = verdicts.find(({ depth }) => depth > format.maxDepth);
  if (deep !== undefined) {
    return {
      ok: false,
      fault: `${format.title} can't say that ${deep.name} is ${deep.isBlocked ? "blocked" : "let through"} below names that say otherwise; take it off its list, or use rpz`,
    };
  }
  const blocked = verdicts.filter(({ isBlocked }) => isBlocked).length;
  const head = [
    `Hosts that Weir blocks, for ${format.title}. Serial ${serial}.`,
    `${blocked} names blocked, ${verdicts.length - blocked} let through below them; each stands for all names under it.`,
  ];
  const lines = [
    ...head.map((line) => `${format.mark} ${line}`),
    ...format.body({ verdicts, serial }),
  ];
  return { ok: true, text: `${lines.join("\n")}\n` };
}
