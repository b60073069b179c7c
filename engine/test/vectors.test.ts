import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, test } from "vitest";
import { runVector } from "./run-vector.ts";
import type { Vector } from "./run-vector.ts";

const folder = join(import.meta.dirname, "../vectors");
const steps = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const vectors = JSON.parse(readFileSync(join(folder, file), "utf8")) as Vector[];
    return { step: file.slice(0, -".json".length), vectors };
  });

/** The engine in a context that has the language and nothing else: no Node, no DOM, no timers, no code from strings. */
async function runInBareContext(): Promise<(step: string, input: unknown) => unknown> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "run-vector.ts"),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
  });
  const { output } = await bundle.generate({ format: "iife", name: "bare" });
  const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
  vm.runInContext(output[0].code, context);
  return (step, input) => {
    const text = JSON.stringify([step, input]);
    const source = `JSON.stringify(bare.runVector(...JSON.parse(${JSON.stringify(text)})))`;
    return JSON.parse(String(vm.runInContext(source, context))) as unknown;
  };
}

let runBare: (step: string, input: unknown) => unknown;
beforeAll(async () => {
  runBare = await runInBareContext();
});

describe.each(steps)("$step", ({ step, vectors }) => {
  test.each(vectors)("$name", ({ input, output }) => {
    expect(runVector(step, input)).toEqual(output);
    expect(runBare(step, input)).toEqual(output);
  });
});
