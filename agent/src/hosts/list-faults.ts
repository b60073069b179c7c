import { join } from "node:path";
import { printable } from "../printable.ts";
import { listFiles, LOCAL_LISTS } from "./list-files.ts";
import { newReading, readListNames } from "./read-list.ts";
import type { ListReading } from "./read-list.ts";

/** Most faults that are told of one list. */
const MAX_TOLD = 10;

function read(path: string): ListReading {
  const reading = newReading();
  for (const _ of readListNames(path, reading));
  return reading;
}

/** What is wrong with a list, each with its path. */
const faultLines = (path: string, { faults }: ListReading): readonly string[] =>
  // What refuses a list comes last.
  faults.slice(-MAX_TOLD).map((fault) => `${printable(path)}: ${fault}`);

/** What keeps lists of `rule_paths` from being in force, each with its place and path. Reads them whole. */
export function ownListFaults(paths: readonly string[]): readonly string[] {
  const { faults } = listFiles({ folder: "", paths, manifest: new Map() });
  const inFiles = paths.flatMap((path, i) =>
    faultLines(path, read(path)).map((fault) => `rule_paths[${i}]: ${fault}`),
  );
  return [...faults, ...inFiles];
}

/** What keeps names of this machine's own lists in a folder of rules from being in force, each with its path. Reads them whole. */
export function localListFaults(folder: string): readonly string[] {
  return Object.values(LOCAL_LISTS).flatMap((name) => {
    const path = join(folder, name);
    const reading = read(path);
    return reading.isMissing ? [] : faultLines(path, reading);
  });
}
