import { accessSync, constants, statfsSync } from "node:fs";
import { systemCode } from "./errors.ts";

/** Why the disk of a folder takes no file; undefined where it may take one, and where that can't be told. */
export function diskFault(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const { blocks, bavail, files, ffree } = statfsSync(folder);
    // Some systems of files count no files, and some have no end.
    const isFull = (blocks > 0 && bavail === 0) || (files > 0 && ffree === 0);
    return isFull ? "its disk is full" : undefined;
  } catch (error) {
    return systemCode(error) === "EROFS" ? "its disk takes no changes" : undefined;
  }
}
