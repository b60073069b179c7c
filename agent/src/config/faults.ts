import type { ConfigKey } from "@weir/schema";
import { printable } from "../printable.ts";

/** Where the value of a key comes from. */
export type Origin =
  | { readonly kind: "default" }
  | { readonly kind: "preset"; readonly preset: string }
  | { readonly kind: "file"; readonly path: string; readonly line: number; readonly column: number }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "command_line" };

/** One thing that is wrong with the configuration. It never repeats a value. */
export interface ConfigFault {
  readonly origin: Origin;
  /** The key, or a place inside its value such as `thresholds.low`; empty for the whole file. */
  readonly key: string;
  /** What is wrong or what was expected, to be put after the key. */
  readonly problem: string;
  /** What mends it: the nearest known key, or a command. */
  readonly hint?: string;
}

/** Where a value comes from, for people: `config.yaml:3`, `preset team`, `LOG_LEVEL in the environment`. */
export function originText(origin: Origin): string {
  switch (origin.kind) {
    case "default":
      return "default";
    case "preset":
      return `preset ${origin.preset}`;
    case "file":
      return origin.line === 0
        ? printable(origin.path)
        : `${printable(origin.path)}:${origin.line}`;
    case "environment":
      return `${origin.name} in the environment`;
    case "command_line":
      return "command line";
  }
}

/** A name that stands in a file where a key should, as far as it looks like one; else it may be anything, a value too. */
function shownKey(key: string): string {
  return /^[\w.[\]-]{1,64}$/.test(key) ? key : "this key";
}

/** A fault in one line: `config.yaml:3:1: api_listn: is not a known key; did you mean api_listen?` */
export function faultLine({ origin, key, problem, hint }: ConfigFault): string {
  const column = origin.kind === "file" && origin.line > 0 ? `:${origin.column}` : "";
  const name = key === "" ? "" : `${shownKey(key)}: `;
  return `${originText(origin)}${column}: ${name}${problem}${hint === undefined ? "" : `; ${hint}`}`;
}

/** A value as it was given, and by whom; before it is checked. */
export interface GivenValue {
  readonly key: ConfigKey;
  readonly value: unknown;
  readonly origin: Origin;
}
