import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileModule, MODULES, sourceMark } from "../../scripts/build-wasm.ts";
import { MODULE } from "../src/wasm/module.ts";
import { SURVEY_MODULE } from "../src/wasm/survey-module.ts";

/** As much of it as is used here: the types of the engine's tests do not have it. */
declare const WebAssembly: {
  readonly Module: { new (bytes: Uint8Array): object; imports(module: object): unknown };
};

test.each(MODULES)(
  "the embedded module of $source is made of the sources that are there",
  (each) => {
    const embedded = readFileSync(each.file, "utf8");
    expect(embedded).toContain(`${sourceMark()}\n`);
    expect(compileModule(each)).toBe(embedded);
  },
);

test.each([
  ["filter", MODULE],
  ["survey", SURVEY_MODULE],
])("the embedded %s asks for memory alone and has a few kilobytes", (_, embedded) => {
  const bytes = Buffer.from(embedded, "base64");
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  expect(imports).toEqual([{ module: "env", name: "memory", kind: "memory" }]);
  expect(bytes.length).toBeLessThan(8192);
});
