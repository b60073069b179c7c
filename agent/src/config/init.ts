import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { PresetName } from "@weir/schema";
import { systemCode } from "../errors.ts";
import { makeFolder } from "../make-folder.ts";
import { writeFault } from "../unreadable.ts";
import { createFile, replaceFile, writeNew } from "../whole-file.ts";

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
      readonly code: "config_exists" | "config_unsafe" | "config_unwritable";
      readonly path: string;
      /** Why it can't be written, or not there, and what would mend it. */
      readonly details?: readonly string[];
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

/** Makes a file; false where there is one. */
function makeNew(temporary: string, path: string, text: string): boolean {
  try {
    return createFile(temporary, path, text);
  } catch {
    // Some file systems have no hard links; then the file is made under its own name.
  }
  try {
    writeNew(path, text);
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
    makeFolder(dirname(path));
    if (force) replaceFile(temporary, path, text);
    else if (!makeNew(temporary, path, text)) return { ok: false, code: "config_exists", path };
    return { ok: true, path };
  } catch (error) {
    return { ok: false, code: "config_unwritable", path, details: [writeFault(error)] };
  }
}
