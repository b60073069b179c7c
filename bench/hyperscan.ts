// Hyperscan as a program that answers questions, for bench/filter.ts and bench/scan.ts, where it is installed.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const COMPILER = "cc";

/** Nanoseconds of processor time for all slices of so many characters of a file, and the hits in them. */
export type Ask = (path: string, chars: number) => Promise<{ nanos: number; hits: number }>;

/** Hyperscan, or why there is none. */
export interface Hyperscan {
  readonly note: string;
  /** How many words or expressions it looks for. */
  readonly count: number;
  readonly ask?: Ask;
  readonly stop: () => void;
}

export const without = (note: string): Hyperscan => ({ note, count: 0, stop: () => {} });

/** Compiles bench/hyperscan.c into a folder; undefined where there is no compiler or no library. */
export function compileHyperscan(folder: string): string | undefined {
  const binary = join(folder, "hyperscan");
  const source = join(import.meta.dirname, "hyperscan.c");
  const { status } = spawnSync(COMPILER, ["-O2", "-o", binary, source, "-lhs"]);
  return status === 0 ? binary : undefined;
}

/** Hyperscan with the words or expressions of a list, or with none where it refuses all of them together. */
export async function startHyperscan(
  binary: string | undefined,
  mode: "literals" | "expressions",
  list: readonly string[],
): Promise<Hyperscan> {
  if (binary === undefined) return without("not measured: no C compiler, or no libhyperscan-dev");
  const path = `${binary}-${mode}`;
  writeFileSync(path, `${list.join("\n")}\n`);
  const child = spawn(binary, [mode, path], { stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await answers.next();
  if (first.done === true) return without("not measured: it refuses these");
  const count = Number(first.value.split(" ")[1]);
  const ask: Ask = async (text, chars) => {
    child.stdin.write(`${text} ${chars}\n`);
    const [nanos = 0, found = 0] = String((await answers.next()).value)
      .split(" ")
      .map(Number);
    return { nanos, hits: found };
  };
  return { note: `${count} of ${list.length}`, count, ask, stop: () => void child.stdin.end() };
}
