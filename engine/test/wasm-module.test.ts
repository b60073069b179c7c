import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileModule, EMBEDDED, sourceMark } from "../../scripts/build-wasm.ts";
import { MODULE } from "../src/wasm/module.ts";

/** As much of it as is used here: the types of the engine's tests do not have it. */
declare const WebAssembly: {
  readonly Module: { new (bytes: Uint8Array): object; imports(module: object): unknown };
};

test("the embedded module is made of the sources that are there", () => {
  const embedded = readFileSync(EMBEDDED, "utf8");
  expect(embedded).toContain(`${sourceMark()}\n`);
  expect(compileModule()).toBe(embedded);
});

test("the embedded module asks for memory alone and has a few kilobytes", () => {
  const bytes = Buffer.from(MODULE, "base64");
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  expect(imports).toEqual([{ module: "env", name: "memory", kind: "memory" }]);
  expect(bytes.length).toBeLessThan(8192);
});
