import { readLater } from "./body.ts";
import { askHeld } from "./channel.ts";
import {
  getterOf,
  isText,
  methodOf,
  NativeDOMException,
  NativePromise,
  whenSettled,
} from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const refused = (): DOMException =>
  new NativeDOMException("Read permission denied.", "NotAllowedError");

function guardedReadText(self: unknown, args: Args, native: Native<Promise<string>>): unknown {
  return new NativePromise((resolve, reject) => {
    whenSettled(
      native(self, args),
      (body) => {
        askHeld({ boundary: "clipboard", url: "", contentType: "", body }, (isAllowed) => {
          if (isAllowed) resolve(body);
          else reject(refused());
        });
      },
      reject,
    );
  });
}

/** The texts of an item, one after the other; `done` is told with all of them. */
function readItem(item: ClipboardItem, done: (text: string) => void): void {
  const types = typesOf(item);
  let at = 0;
  let all = "";
  const next = (): void => {
    while (at < types.length && !isText(types[at] ?? "")) at++;
    const type = types[at++];
    if (type === undefined) return done(all);
    const failed = (): void => {
      next();
    };
    whenSettled(
      getType(item, type),
      (blob) => {
        readLater(
          blob,
          (_, { text }) => {
            all += `${text ?? ""}\n`;
            next();
          },
          failed,
        );
      },
      failed,
    );
  };
  next();
}

const hasItems = "ClipboardItem" in window;
const typesOf = hasItems ? getterOf(ClipboardItem.prototype, "types") : () => [];
const getType = hasItems
  ? methodOf(ClipboardItem.prototype, "getType")
  : (): Promise<Blob> => NativePromise.reject(refused());

type Items = readonly ClipboardItem[];

function guardedRead(self: unknown, args: Args, native: Native<Promise<Items>>): unknown {
  return new NativePromise((resolve, reject) => {
    const ask = (items: Items, at: number): void => {
      const item = items[at];
      if (item === undefined) return resolve(items);
      readItem(item, (body) => {
        askHeld({ boundary: "clipboard", url: "", contentType: "", body }, (isAllowed) => {
          if (isAllowed) ask(items, at + 1);
          else reject(refused());
        });
      });
    };
    whenSettled(
      native(self, args),
      (items) => {
        ask(items, 0);
      },
      reject,
    );
  });
}

/** Guards what scripts read of the clipboard: a page gets what was judged, and all of it or nothing. */
export function guardClipboard(): void {
  guardMethod("Clipboard", "readText", guardedReadText);
  guardMethod("Clipboard", "read", guardedRead);
}
