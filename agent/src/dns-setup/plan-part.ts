import { readFileState } from "./disk.ts";
import { missingFolders, under } from "./paths.ts";
import type { DnsRefusal } from "./refusals.ts";
import type { DnsRequest, RestoreDeps, Step } from "./types.ts";

/** What the part for one manager adds to a plan. */
export interface PlanPart {
  readonly steps: readonly Step[];
  /** What people should know of it, a sentence each. */
  readonly notes: readonly string[];
}

/** Works out the steps for one manager. The names are domains, none beneath another. */
export type PlanFor = (deps: RestoreDeps, request: DnsRequest) => PlanPart | DnsRefusal;

/** The steps that write a file of Weir's own, and the folders above it. */
export function fileSteps(deps: RestoreDeps, path: string, content: string): readonly Step[] {
  const folders = missingFolders(deps, path).map((folder): Step => ({
    kind: "folder",
    path: folder,
  }));
  const before = readFileState(under(deps, path));
  return [...folders, { kind: "file", path, before, after: Buffer.from(content) }];
}
