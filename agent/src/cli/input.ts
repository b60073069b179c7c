import { promises } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { AgentError, systemCode } from "../errors.ts";
import type { Terminal } from "../terminal.ts";

/** The name of standard input on the command line. */
export const STDIN = "-";

const CHUNK_BYTES = 65_536;

/** Kernel files tell a size of 0 and hold something all the same; this much of one is read. */
const UNSIZED_BYTES = 4 * 1024 * 1024;

function inputError(error: unknown, subject: string): AgentError {
  if (error instanceof AgentError) return error;
  const code = systemCode(error);
  if (code === "EISDIR") return new AgentError("input_is_directory", { subject });
  const isMissing = code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
  return new AgentError(isMissing ? "input_missing" : "input_unreadable", { subject });
}

/** Reads at most `limit` bytes; a file that shrinks ends sooner. */
async function* readUpTo(file: FileHandle, limit: number): AsyncGenerator<Uint8Array> {
  for (let left = limit; left > 0;) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, left));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * The bytes of a file as it was when it was opened: what is added meanwhile is not read. `shownName` stands in errors.
 * Throws an AgentError.
 */
export async function* readInputFile(path: string, shownName: string): AsyncGenerator<Uint8Array> {
  let file: FileHandle | undefined;
  try {
    // Through `node:fs`, which loads the rest when it is asked for: an agent never does.
    file = await promises.open(path, "r");
    const stats = await file.stat();
    if (stats.isDirectory()) throw new AgentError("input_is_directory", { subject: shownName });
    const size = stats.size === 0 ? UNSIZED_BYTES : stats.size;
    yield* readUpTo(file, stats.isFile() ? size : Infinity);
  } catch (error) {
    throw inputError(error, shownName);
  } finally {
    await file?.close();
  }
}

/** The bytes of standard input. Throws an AgentError where there is none: what nobody handed over is not clean. */
export async function* readStdin(
  terminal: Pick<Terminal, "input" | "inputIsNothing">,
): AsyncGenerator<Uint8Array> {
  if (terminal.inputIsNothing) throw new AgentError("stdin_is_nothing");
  const { input } = terminal;
  try {
    for await (const chunk of input) {
      yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk), "utf8");
    }
  } catch (error) {
    throw inputError(error, "standard input");
  }
}
