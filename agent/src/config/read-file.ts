import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { configKeyOf, CONFIG_SPELLINGS, Profile } from "@weir/schema";
import type { ConfigKey } from "@weir/schema";
import { systemCode } from "../errors.ts";
import { nearestName } from "../nearest.ts";
import type { ConfigFault, GivenValue, Origin } from "./faults.ts";
import { readYamlMap } from "./yaml.ts";
import type { Place } from "./yaml.ts";

/** Largest configuration file. */
const MAX_FILE_BYTES = 1024 * 1024;

/** What a file gives: its values by key, and what is wrong with it as text and with its keys. */
export interface ConfigFile {
  readonly given: readonly GivenValue[];
  /** Where a place of the file stands, by its path in the first spelling of its key. */
  readonly originOf: (path: string) => Origin;
  readonly faults: readonly ConfigFault[];
}

/** The text of a file, or why there is none. */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly isMissing: boolean; readonly problem: string };

const failed = (problem: string, isMissing = false): FileText => ({
  ok: false,
  isMissing,
  problem,
});

function readAll(descriptor: number): FileText {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return failed("is not a file");
  const bytes = new Uint8Array(MAX_FILE_BYTES + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  if (length > MAX_FILE_BYTES) return failed(`is larger than ${MAX_FILE_BYTES} bytes`);
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return { ok: true, text: decoder.decode(bytes.subarray(0, length)) };
  } catch {
    return failed("is not UTF-8; save it as UTF-8");
  }
}

/** Reads the text of a file of at most 1 MiB. A device or pipe is refused, and is not waited for. */
export function readConfigText(path: string): FileText {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return failed("is not there", true);
    return failed("can't be read by the agent's user");
  }
  try {
    return readAll(descriptor);
  } catch {
    return failed("can't be read");
  } finally {
    closeSync(descriptor);
  }
}

function unknownKey(spelling: string, origin: Origin): ConfigFault {
  const nearest = nearestName(spelling, CONFIG_SPELLINGS);
  if (Object.hasOwn(Profile.entries, spelling)) {
    return { origin, key: spelling, problem: "is a key of a profile, not of the configuration" };
  }
  const hint = nearest === undefined ? {} : { hint: `did you mean ${nearest}?` };
  return { origin, key: spelling, problem: "is not a known key", ...hint };
}

/** The keys of a text, with everything that is wrong with the text and the keys; not yet with the values. */
export function readConfigKeys(path: string, text: string): ConfigFile {
  const { entries, places, faults: textFaults } = readYamlMap(text);
  const originAt = ({ line, column }: Place): Origin => ({ kind: "file", path, line, column });
  const spellings = new Map<ConfigKey, string>();
  const originOf = (place: string): Origin => {
    const name = /^[^.[]*/.exec(place)?.[0] ?? "";
    const key = configKeyOf(name);
    const spelling = key === undefined ? name : (spellings.get(key) ?? name);
    const found = places.get(spelling + place.slice(name.length)) ?? places.get(spelling);
    return originAt(found ?? { line: 0, column: 0 });
  };
  const faults: ConfigFault[] = textFaults.map((fault) => ({
    origin: originAt(fault),
    key: fault.key,
    problem: fault.problem,
  }));
  const faulty = new Set(textFaults.map(({ key }) => key));
  const given: GivenValue[] = [];
  const seen = new Set<string>();
  for (const [spelling, value] of entries) {
    if (seen.has(spelling)) continue;
    seen.add(spelling);
    const origin = originAt(places.get(spelling) ?? { line: 0, column: 0 });
    const key = configKeyOf(spelling);
    const other = key === undefined ? undefined : spellings.get(key);
    if (key === undefined) {
      faults.push(unknownKey(spelling, origin));
    } else if (other === undefined) {
      spellings.set(key, spelling);
      if (!faulty.has(spelling)) given.push({ key, value, origin });
    } else {
      const line = places.get(other)?.line ?? 0;
      const problem = `is another spelling of ${other}, which line ${line} gives; keep one`;
      faults.push({ origin, key: spelling, problem });
    }
  }
  return { given, originOf, faults };
}
