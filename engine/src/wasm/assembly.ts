import { embeddedBytes } from "./embedded.ts";
import { MODULE } from "./module.ts";

interface Memory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => number;
}

interface Exports {
  readonly survey: () => void;
  readonly findEnds: () => void;
}

/** As much of WebAssembly's own interface as is used here; the engine has no ambient types. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (limits: { readonly initial: number }) => Memory;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: object } },
  ) => { readonly exports: Exports };
}

declare const WebAssembly: Assembly | undefined;

const PAGE_BYTES = 65_536;

/** The module on memory of its own. */
export interface Assembled {
  readonly buffer: () => ArrayBuffer;
  /** Surveys the text that the memory's question tells of. */
  readonly survey: () => void;
  /** Finds the words that the memory tells of. */
  readonly findEnds: () => void;
  /** The memory once it has so many bytes, with what was in it; undefined where the system has none. */
  readonly grow: (bytes: number) => ArrayBuffer | undefined;
  /** Other memory, of so many bytes, in place of what there was. */
  readonly renew: (bytes: number) => ArrayBuffer;
}

const pagesOf = (bytes: number): number => Math.ceil(bytes / PAGE_BYTES);

/** The module, ready to run on so many bytes; undefined where WebAssembly is missing, or a policy or the system refuses it. */
export function instantiate(bytes: number): Assembled | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  const { Instance, Memory, Module } = WebAssembly;
  try {
    const module = new Module(embeddedBytes(MODULE));
    const start = (size: number) => {
      const memory = new Memory({ initial: pagesOf(size) });
      return { memory, ...new Instance(module, { env: { memory } }).exports };
    };
    let running = start(bytes);
    return {
      buffer: () => running.memory.buffer,
      survey: () => running.survey(),
      findEnds: () => running.findEnds(),
      grow: (size) => {
        const { memory } = running;
        try {
          memory.grow(pagesOf(size - memory.buffer.byteLength));
          return memory.buffer;
        } catch {
          return undefined;
        }
      },
      renew: (size) => {
        running = start(size);
        return running.memory.buffer;
      },
    };
  } catch {
    return undefined;
  }
}
