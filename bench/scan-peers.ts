// Other engines over the patterns of Weir, for bench/scan.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RE2JS } from "re2js";
import type { Pattern } from "@weir/schema";
import { compileHyperscan, startHyperscan } from "./hyperscan.ts";
import { median } from "./server-process.ts";
import { elapsedMs } from "./timing.ts";
import type { Candidate, Texts } from "./timing.ts";

const KIB = 1024;

/** So many patterns go to Hyperscan, which takes a minute to compile them, and hours for all. */
const FEW = 165;

const WARM_ROUNDS = 20;

/** Scans with a few patterns beside Hyperscan with the same, as far as it accepts them; each match is told once a slice there. */
export async function besideHyperscan(
  patterns: readonly Pattern[],
  scanWith: (some: readonly Pattern[]) => Candidate,
  texts: Texts,
  rounds: number,
): Promise<string> {
  const some = Array.from(
    { length: FEW },
    (_, i) => patterns[Math.floor((i * patterns.length) / FEW)],
  ).filter((each) => each !== undefined);
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  try {
    const hyperscan = await startHyperscan(
      compileHyperscan(folder),
      "expressions",
      some.map(({ regex }) => regex),
    );
    const { ask, note } = hyperscan;
    if (ask === undefined) return `\n## Beside Hyperscan\n\n${note}.\n`;
    const few = scanWith(some);
    const lines: string[] = [];
    for (const [kind, text] of texts) {
      // Its expressions are those of bytes.
      const ascii = text.replaceAll(/[^\0-\x7f]/g, "?").slice(0, 256 * KIB);
      const path = join(folder, "text");
      writeFileSync(path, ascii);
      const slices = ascii.length / KIB;
      const scanAll = (): void => {
        for (let at = 0; at < ascii.length; at += KIB) few(ascii.slice(at, at + KIB));
      };
      scanAll();
      const own: number[] = [];
      const peer: number[] = [];
      for (let round = 0; round < rounds; round++) {
        own.push((elapsedMs(scanAll) * 1000) / slices);
        peer.push((await ask(path, KIB)).nanos / 1000 / slices);
      }
      const [ours, theirs] = [median(own), median(peer)];
      lines.push(
        `| ${kind} | ${ours.toFixed(1)} us | ${theirs.toFixed(1)} us | ${(theirs / ours).toFixed(2)}x |`,
      );
    }
    hyperscan.stop();
    return `
## Beside Hyperscan, 1 KiB

${FEW} of the patterns, evenly drawn, of which Hyperscan takes ${note}. Here the whole scan with all its readings and checks; there where
expressions match, once for each and slice.

| text | a whole scan | Hyperscan | times |
|---|---|---|---|
${lines.join("\n")}
`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How many times longer re2js takes for the same expressions, one after the other; a few slices, since it takes its time.
 */
export function besideRe2(
  patterns: readonly Pattern[],
  weir: Candidate,
  texts: Texts,
  count: number,
): string {
  const re2 = patterns.map(({ regex }) => RE2JS.compile(regex));
  const lines = texts.map(([kind, text]) => {
    const slices = Array.from({ length: count }, (_, i) => text.slice(i * KIB, (i + 1) * KIB));
    const time = (run: Candidate): number =>
      median(slices.map((slice) => elapsedMs(() => run(slice))));
    // What runs in milliseconds is warm after one slice; a scan is not.
    for (let n = 0; n < WARM_ROUNDS; n++) for (const slice of slices) weir(slice);
    const own = time(weir);
    const peer = time((slice) => {
      for (const each of re2) for (const found = each.matcher(slice); found.find(););
    });
    return `| ${kind} | ${own.toFixed(3)} ms | ${peer.toFixed(0)} ms | ${(peer / own).toFixed(0)}x |`;
  });
  return `
## Beside re2js, 1 KiB

The same expressions in re2js, a linear engine from npm that takes all of them, one after the other.

| text | a whole scan | re2js per pattern | times |
|---|---|---|---|
${lines.join("\n")}
`;
}
