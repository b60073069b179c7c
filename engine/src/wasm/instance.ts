import { embeddedBytes } from "./embedded.ts";
import type { Allocate, FilterImage, FindInWindow } from "./image.ts";
import { ASCII_CLASSES, CLASSES, OTHER_CLASSES } from "./layout.ts";
import { MODULE } from "./module.ts";
import { streamsMemory } from "./streams.ts";

/** As much of WebAssembly's own interface as is used here; the engine has no ambient types. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (limits: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: object } },
  ) => { readonly exports: FilterExports };
}

interface FilterExports {
  readonly configure: (firstEnd: number, heads: number, hits: number) => void;
  readonly find: (length: number, root: number) => number;
}

declare const WebAssembly: Assembly | undefined;

const PAGE_BYTES = 65_536;
let compiled: object | undefined;

/** Memory that the module runs on; where WebAssembly is missing, or a policy or the system refuses it, the one in TypeScript. */
export const assemblyMemory: Allocate = (bytes) => {
  if (typeof WebAssembly === "undefined") return streamsMemory(bytes);
  const { Instance, Memory, Module } = WebAssembly;
  try {
    compiled ??= new Module(embeddedBytes(MODULE));
    const memory = new Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { exports } = new Instance(compiled, { env: { memory } });
    return { executor: "wasm", buffer: memory.buffer, finder: (image) => finderOf(exports, image) };
  } catch {
    return streamsMemory(bytes);
  }
};

function finderOf({ configure, find }: FilterExports, image: FilterImage): FindInWindow {
  const { ascii, other } = image.roots;
  configure(image.firstEnd, image.heads, image.hits);
  const bytes = new Uint8Array(image.buffer);
  return (part, length) => {
    if (part === "ascii") return find(length, ascii);
    bytes.copyWithin(CLASSES, OTHER_CLASSES, OTHER_CLASSES + 256);
    const found = find(length, other);
    bytes.copyWithin(CLASSES, ASCII_CLASSES, ASCII_CLASSES + 256);
    return found;
  };
}
