import { readLater } from "./body.ts";
import { askHeld } from "./channel.ts";
import { methodOf, NativeDOMException, NativePromise, rejected, whenSettled } from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

/** Picked files are read and asked about before the page gets them; else it is told that the person chose none. */
type Handles = readonly FileSystemFileHandle[];

/** A page that may not use the picker has no handles either. */
const getFile =
  "FileSystemFileHandle" in window
    ? methodOf(FileSystemFileHandle.prototype, "getFile")
    : (): Promise<File> => rejected(undefined);

function guardedPicker(self: unknown, args: Args, native: Native<Promise<Handles>>): unknown {
  return new NativePromise((resolve, reject) => {
    const ask = (handles: Handles, at: number): void => {
      const handle = handles[at];
      if (handle === undefined) return resolve(handles);
      const onText = (body: string | undefined): void => {
        askHeld({ boundary: "file", url: "", contentType: "", body }, (isAllowed) => {
          if (isAllowed) ask(handles, at + 1);
          else reject(new NativeDOMException("The user aborted a request.", "AbortError"));
        });
      };
      const onFile = (file: File): void => {
        readLater(
          file,
          (_, { text }) => {
            onText(text);
          },
          reject,
        );
      };
      whenSettled(getFile(handle), onFile, reject);
    };
    const onPicked = (handles: Handles): void => {
      ask(handles, 0);
    };
    whenSettled(native(self, args), onPicked, reject);
  });
}

/** Guards `showOpenFilePicker`: the page gets handles once every file that was picked is judged, or none. */
export function guardFilePicker(): void {
  guardMethod("", "showOpenFilePicker", guardedPicker);
}
