import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { systemCode } from "../errors.ts";
import { createFile, discard, takePlace, writeNew } from "../whole-file.ts";
import { plantToken } from "./plant.ts";
import type { PlantRefusal } from "./plant-style.ts";
import { dropLeftovers, temporaryIn } from "./temporary-file.ts";

/** Why a file was left as it is. */
export type PlantFileRefusal =
  | PlantRefusal
  | "not_a_file"
  | "not_text"
  | "too_large"
  /** Somebody else wrote into it at the same time, or it has a second name. */
  | "changed_meanwhile"
  /** A link to a file that is not there. */
  | "dangling_link"
  /** The folder that the file is to be in is not there. */
  | "no_folder"
  | "unreadable"
  | "unwritable";

/** What became of planting into a file. */
export type PlantedFile =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly refusal: PlantFileRefusal };

/** Larger files are no place that anybody reads by eye. */
const MAX_FILE_BYTES = 1024 * 1024;

interface Original {
  readonly path: string;
  /** Undefined where there is no file yet. */
  readonly stats: Stats | undefined;
  readonly text: string;
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function readOriginal(path: string): Original | PlantFileRefusal {
  let file: number | undefined;
  try {
    const real = realpathSync(path);
    if (!statSync(real).isFile()) return "not_a_file";
    file = openSync(real, "r");
    const stats = fstatSync(file);
    if (stats.size > MAX_FILE_BYTES) return "too_large";
    const bytes = readFileSync(file);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? "not_text" : { path: real, stats, text };
  } catch (error) {
    if (systemCode(error) === "ENOENT") {
      return isLink(path) ? "dangling_link" : { path, stats: undefined, text: "" };
    }
    return error instanceof TypeError ? "not_text" : "unreadable";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const isUnchanged = (path: string, before: Stats): boolean => {
  const { ino, size, mtimeMs, nlink } = statSync(path);
  // A second name would go on naming the old file.
  return ino === before.ino && size === before.size && mtimeMs === before.mtimeMs && nlink === 1;
};

/** Writes the new text beside the file and puts it in its place in one step, with the same owner and mode. */
function replaceFile({ path, stats }: Original, text: string): PlantFileRefusal | undefined {
  const beside = temporaryIn(dirname(path));
  if (stats === undefined) return createFile(beside, path, text) ? undefined : "changed_meanwhile";
  writeNew(beside, text, stats);
  try {
    if (!isUnchanged(path, stats)) return "changed_meanwhile";
    takePlace(beside, path);
    return undefined;
  } finally {
    discard(beside);
  }
}

/**
 * Plants a token into a file, which is replaced in one step and keeps its owner and mode; a link is followed. Makes the
 * file, for its owner alone, where there is none. Any refusal leaves everything as it was, but for what earlier ones left in
 * the folder that were killed: that is taken away.
 */
export function plantInFile(
  path: string,
  token: string,
  inForce?: ReadonlySet<string>,
): PlantedFile {
  const original = readOriginal(path);
  if (typeof original === "string") return { ok: false, refusal: original };
  // Before all else: it can be a second name of this very file.
  dropLeftovers(dirname(original.path));
  const planted = plantToken(basename(path), original.text, token, inForce);
  if (!planted.ok) return planted;
  try {
    const refusal = replaceFile(original, planted.text);
    const isNew = original.stats === undefined;
    return refusal === undefined ? { ok: true, isNew } : { ok: false, refusal };
  } catch {
    const hasFolder = existsSync(dirname(original.path));
    return { ok: false, refusal: hasFolder ? "unwritable" : "no_folder" };
  }
}
