import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { PresetName } from "@weir/schema";
import { systemCode } from "../errors.ts";

/** What is to be written where. */
export interface InitOrder {
  readonly preset: PresetName;
  readonly path: string;
  /** True replaces a file that is there. */
  readonly force: boolean;
}

/** The file that was written, or why none was. */
export type InitOutcome =
  | { readonly ok: true; readonly path: string }
  | {
      readonly ok: false;
      readonly code: "config_exists" | "config_unwritable";
      readonly path: string;
    };

/**
 * The folder of the presets, found from the program's own file wherever it is started from: beside the folder of the
 * bundle, or at the root of the sources.
 */
function presetsDir(programUrl: string = import.meta.url): string {
  const isSource = programUrl.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../../presets/" : "../presets/", programUrl));
}

/** The text of a preset's file. */
export function presetText(preset: PresetName): string {
  return readFileSync(join(presetsDir(), `config.${preset}.example.yaml`), "utf8");
}

/** Writes a file whole, for its owner alone, and to the disk before it has its name. */
function writePrivate(path: string, text: string): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function dropTemporary(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where its folder could not be made, there is nothing to remove.
  }
}

/** Gives a file its name; false where that is taken, which a rename would not tell. */
function linkNew(temporary: string, path: string, text: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
  }
  try {
    // Some file systems have no hard links; then the file is made under its own name.
    writePrivate(path, text);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Writes a preset's file with mode 0600, its folder with 0700. The file is there whole or not at all, and one that is
 * there already stays unless `force` is given, also when two write at once.
 */
export function writePreset({ preset, path, force }: InitOrder): InitOutcome {
  const text = presetText(preset);
  const temporary = join(dirname(path), `.config.${process.pid}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(temporary, { force: true });
    writePrivate(temporary, text);
    if (force) renameSync(temporary, path);
    else if (!linkNew(temporary, path, text)) return { ok: false, code: "config_exists", path };
    return { ok: true, path };
  } catch {
    return { ok: false, code: "config_unwritable", path };
  } finally {
    dropTemporary(temporary);
  }
}
