import { fileText } from "../shared/body-text.ts";
import { beyondLimits, MAX_READ_BYTES } from "../shared/boundary.ts";
import { isMediaType } from "../shared/media.ts";
import { decoded, readBody } from "../shared/read-body.ts";
import type { Decider, Decision, Stop } from "./decide.ts";
import type { Guards } from "./guards.ts";
import { fileList } from "./file-list.ts";
import { targetOf, tellChanged } from "./resume.ts";

/** Is a file to be read? Pictures, sound and films are not, nor is an empty one. */
export const mayHoldText = (file: File): boolean => !isMediaType(file.type) && file.size > 0;

interface Judged {
  readonly file: File;
  readonly text: string;
  /** All that is in the file, where that is text. */
  readonly plain: string;
  readonly stop: Stop;
}

/** What is to happen to files. */
export interface FilesVerdict {
  /** The foremost stop; undefined where all files may go on. */
  readonly stop: Stop | undefined;
  /** The files with placeholders in those that were stopped; undefined where that can't be done. */
  redacted(): readonly File[] | undefined;
  /** Lets what was found in them through in later requests. */
  allow(): Promise<void>;
}

async function judgeFile(file: File, decider: Decider): Promise<Judged | undefined> {
  if (!mayHoldText(file)) return undefined;
  const isRead = file.size <= MAX_READ_BYTES;
  const bytes = new Uint8Array(isRead ? await file.arrayBuffer() : []);
  const body = isRead ? await readBody(bytes) : undefined;
  const text = body === undefined ? beyondLimits() : fileText(body);
  const stop: Decision = await decider.held({ text });
  if (stop.act === "let-go") return undefined;
  // What was packed, or is no text, can't be written anew.
  const isPlain = body === decoded(bytes) && text.startsWith(body) && !body.includes("\0");
  return { file, text, plain: isPlain ? body : "", stop };
}

function redactedFile({ file, plain }: Judged, decider: Decider): File | undefined {
  const redacted = decider.redact(plain);
  if (redacted === undefined || decider.redact(fileText(redacted)) !== undefined) return undefined;
  const { name, type, lastModified } = file;
  return new File([redacted], name, { type, lastModified });
}

/** Judges files one after the other. */
export async function judgeFiles(files: readonly File[], decider: Decider): Promise<FilesVerdict> {
  const stopped: Judged[] = [];
  for (const file of files) {
    const judged = await judgeFile(file, decider);
    if (judged !== undefined) stopped.push(judged);
  }
  return {
    stop: stopped[0]?.stop,
    redacted: () => {
      const replaced = new Map(stopped.map((each) => [each.file, redactedFile(each, decider)]));
      const all = files.map((file) => (replaced.has(file) ? replaced.get(file) : file));
      const whole = all.filter((file) => file !== undefined);
      return whole.length === files.length ? whole : undefined;
    },
    allow: async () => {
      const found = stopped.filter(({ stop }) => stop.reason === "finding");
      await Promise.all(found.map(({ text }) => decider.allow(text)));
    },
  };
}

const isFileField = (target: Element | undefined): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === "file";

const filesIn = ({ files }: HTMLInputElement): readonly File[] => [...(files ?? [])];

/** Has the page told of the files of a field; on Cancel, the field has those again that were in it before. */
async function settleField(
  field: HTMLInputElement,
  before: readonly File[],
  guards: Guards,
): Promise<void> {
  const files = filesIn(field);
  const verdict = await judgeFiles(files, guards.decider);
  const now = filesIn(field);
  // Others were chosen in the meantime.
  if (now.length !== files.length || now.some((file, at) => file !== files[at])) {
    return settleField(field, before, guards);
  }
  if (verdict.stop !== undefined) {
    const redacted = field.webkitdirectory ? undefined : verdict.redacted();
    const { choice } = await guards.person.ask(verdict.stop, "file", redacted !== undefined);
    if (choice === "redact" && redacted !== undefined) {
      field.files = fileList(redacted);
      guards.person.tellRedacted();
    } else if (choice === "allow-once") await verdict.allow();
    else {
      field.files = fileList(before);
      return;
    }
  }
  tellChanged(field);
}

/** The guard of fields for files. */
export interface FileFields {
  /** Remembers what is in a field when other files begin to be chosen, which a script can ask for as well. */
  readonly remember: (event: Event) => void;
  /** Has the page told of its files once they were read and judged. */
  readonly guard: (event: Event) => Promise<void> | undefined;
}

/** While the files of a field are judged, the page hears nothing of it. */
export function fileFields(guards: Guards): FileFields {
  const known = new WeakMap<HTMLInputElement, readonly File[]>();
  const held = new WeakSet<HTMLInputElement>();
  return {
    remember: (event) => {
      const field = targetOf(event);
      if (isFileField(field)) known.set(field, filesIn(field));
    },
    guard: (event) => {
      const field = targetOf(event);
      if (!isFileField(field)) return undefined;
      const isHeld = held.has(field);
      if (!isHeld && !filesIn(field).some(mayHoldText)) return undefined;
      event.stopImmediatePropagation();
      if (isHeld) return undefined;
      held.add(field);
      return settleField(field, known.get(field) ?? [], guards).finally(() => held.delete(field));
    },
  };
}
