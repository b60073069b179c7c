import { printable } from "../printable.ts";
import { listFiles } from "./list-files.ts";
import { newReading, readListNames } from "./read-list.ts";

/** Most faults that are told of one list. */
const MAX_TOLD = 10;

function faultsOf(path: string): readonly string[] {
  const reading = newReading();
  for (const _ of readListNames(path, reading));
  // What refuses a list comes last.
  return reading.faults.slice(-MAX_TOLD);
}

/** What keeps lists of `rule_paths` from being in force, each with its place and path. Reads them whole. */
export function ownListFaults(paths: readonly string[]): readonly string[] {
  const { faults } = listFiles({ folder: "", paths, manifest: new Map() });
  const inFiles = paths.flatMap((path, i) =>
    faultsOf(path).map((fault) => `rule_paths[${i}]: ${printable(path)}: ${fault}`),
  );
  return [...faults, ...inFiles];
}
