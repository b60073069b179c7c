// Are the shipped files of rules as their manifest has them, and what stands in for those that are not?
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedRulesDir } from "./locate.ts";
import { MANIFEST_FILE, readManifest } from "./manifest.ts";
import type { FolderManifest } from "./manifest.ts";

/** Put in by scripts/build.mjs; not there when the sources run as they are. */
declare const WEIR_MANIFEST_SHA256: string | undefined;

/** The folder beside the program in which the build lays a copy of the shipped rules. */
export const COPIES_FOLDER = "shipped";

/** Larger than any file of rules may be; what is larger is none, and differs. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Read in pieces: an idle agent would keep what it read for as long as nothing else needs the room. */
const PIECE_BYTES = 64 * 1024;

/** Good copies of the shipped rules. */
export interface RuleCopies {
  readonly folder: string;
  /** The manifest that the program was built with, in hex SHA-256; undefined where it was not built. */
  readonly manifestSha256: string | undefined;
}

/** The copies that the build made; of sources that run as they are, the shipped rules themselves. */
const buildCopies = (): RuleCopies =>
  typeof WEIR_MANIFEST_SHA256 === "string"
    ? {
        folder: fileURLToPath(new URL(COPIES_FOLDER, import.meta.url)),
        manifestSha256: WEIR_MANIFEST_SHA256,
      }
    : { folder: shippedRulesDir(), manifestSha256: undefined };

/** A shipped file whose bytes are not those of the manifest. */
export interface DifferingFile {
  readonly name: string;
  /** What it holds, in hex SHA-256; empty where there is no such file. */
  readonly sha256: string;
}

/** A good file in the place of one that differs. */
interface StandIn {
  readonly path: string;
  /** Is it the file that the manifest means? Else it is the shipped one, and an earlier good file is better. */
  readonly isExact: boolean;
}

/** A folder of rules that was held against its manifest. */
export interface CheckedFolder {
  readonly folder: string;
  readonly manifest: FolderManifest;
  /** The shipped files that are refused. */
  readonly differing: readonly DifferingFile[];
  /** What stands in for those that differ, by name, as far as there is something. */
  readonly standIns: ReadonlyMap<string, StandIn>;
  /** What was hashed of the folder: path -> hex SHA-256. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** A folder of rules that is in force, with the manifest that it was held against. */
export type FolderInForce = Pick<CheckedFolder, "folder" | "manifest">;

/** The hex SHA-256 of a file; empty for what is no file, can't be read or is too large. */
export function hashFile(path: string): string {
  let file: number | undefined;
  try {
    // O_NONBLOCK: a pipe without a writer would hold the agent for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return "";
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    let left = MAX_FILE_BYTES;
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece)) {
      left -= bytes;
      if (left < 0) return "";
      hash.update(piece.subarray(0, bytes));
    }
    return hash.digest("hex");
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The file that stands in for one that differs, if there is a good one. */
function standInOf(
  name: string,
  wanted: string,
  copies: RuleCopies,
  copied: FolderManifest,
): StandIn | undefined {
  const path = join(copies.folder, name);
  const sha256 = hashFile(path);
  if (sha256 === wanted) return { path, isExact: true };
  return sha256 !== "" && sha256 === copied.sha256.get(name) ? { path, isExact: false } : undefined;
}

const isSameFolder = (a: string, b: string): boolean => relative(a, b) === "";

/** The manifests that a folder may be held against, and the one that the program was built with, where it has to be that. */
interface Manifests {
  readonly found: FolderManifest;
  readonly earlier: FolderManifest | undefined;
  readonly copied: FolderManifest;
  readonly pinnedSha256: string | undefined;
}

/** The manifest that counts: the one that was found, or, where that is refused, another that is known to be good. */
function countingManifest({ found, earlier, copied, pinnedSha256 }: Manifests) {
  const isPinned = pinnedSha256 !== undefined;
  const isLost = found.ownSha256 === "" && (found.isBroken || earlier !== undefined);
  const isRefused = isPinned ? found.ownSha256 !== pinnedSha256 : isLost;
  if (!isRefused) return { manifest: found, isRefused };
  const good = isPinned
    ? [copied, earlier].find((manifest) => manifest?.ownSha256 === pinnedSha256)
    : earlier;
  return { manifest: good ?? found, isRefused };
}

/**
 * Holds the files of a folder against its manifest, and the manifest of the shipped rules against the one that the program
 * was built with. Reads every file that the manifest names. A folder without a manifest is an operator's own, of which
 * nothing is known, unless it had one that counted `before`: that goes on counting. Never throws.
 */
export function checkFolder(
  folder: string,
  before?: FolderInForce,
  copies: RuleCopies = buildCopies(),
  shippedFolder: string = shippedRulesDir(),
): CheckedFolder {
  const differing: DifferingFile[] = [];
  const standIns = new Map<string, StandIn>();
  const hashes = new Map<string, string>();
  const copied = readManifest(copies.folder);
  const hadManifest = before?.folder === folder && before.manifest.ownSha256 !== "";
  const { manifest, isRefused } = countingManifest({
    found: readManifest(folder),
    earlier: hadManifest ? before.manifest : undefined,
    copied,
    pinnedSha256: isSameFolder(folder, shippedFolder) ? copies.manifestSha256 : undefined,
  });
  if (isRefused) {
    differing.push({ name: MANIFEST_FILE, sha256: hashFile(join(folder, MANIFEST_FILE)) });
  }
  for (const [name, wanted] of manifest.sha256) {
    const path = join(folder, name);
    const sha256 = hashFile(path);
    hashes.set(path, sha256);
    if (sha256 === wanted) continue;
    differing.push({ name, sha256 });
    const standIn = standInOf(name, wanted, copies, copied);
    if (standIn !== undefined) standIns.set(name, standIn);
  }
  return { folder, manifest, differing, standIns, hashes };
}

/** Where a file of the folder is to be read: it differs and something stands in for it, or it is itself. */
export const pathIn = ({ folder, standIns }: CheckedFolder, name: string): string =>
  standIns.get(name)?.path ?? join(folder, name);

/** Is one of these files refused without that very file at hand elsewhere? Then what was in force before is better. */
export const isForEarlier = (
  { differing, standIns }: Pick<CheckedFolder, "differing" | "standIns">,
  names: readonly string[],
): boolean =>
  differing.some(({ name }) => names.includes(name) && standIns.get(name)?.isExact !== true);
