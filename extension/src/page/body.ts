import { MAX_READ_BYTES } from "../shared/boundary.ts";
import { eachOddPart, encodingOf, MAX_PACKINGS, packingOf } from "../shared/bytes.ts";
import { isMediaType } from "../shared/media.ts";
import { textOfBlob } from "./blobs.ts";
import {
  bare,
  getterOf,
  isObject,
  makerOf,
  methodOf,
  NativeDOMException,
  testOf,
  textOf,
  whenSettled,
} from "./natives.ts";

// Every kind of body as text: at once where the browser gives it at once, else later.

/** Without its forms for fewer arguments. */
interface FormFields {
  append(name: string, value: FormDataEntryValue): void;
}

const makeResponse = makerOf<Response>(Response);
const NativeParams = URLSearchParams;
const NativeBytes = Uint8Array;

const blobSize = getterOf(Blob.prototype, "size");
const fileName = getterOf(File.prototype, "name");
const paramsText = methodOf(URLSearchParams.prototype, "toString");
const paramsAppend = methodOf(URLSearchParams.prototype, "append");
const formForEach = methodOf(FormData.prototype, "forEach");
const formAppend = methodOf<FormFields, "append">(FormData.prototype, "append");
const formDelete = methodOf(FormData.prototype, "delete");
const NativeForm = FormData;
const blobType = getterOf(Blob.prototype, "type");
const bufferSize = getterOf(ArrayBuffer.prototype, "byteLength");
const arrayBuffer = getterOf(Uint8Array.prototype, "buffer");
const arrayStart = getterOf(Uint8Array.prototype, "byteOffset");
const arraySize = getterOf(Uint8Array.prototype, "byteLength");
const viewBuffer = getterOf(DataView.prototype, "buffer");
const viewStart = getterOf(DataView.prototype, "byteOffset");
const viewSize = getterOf(DataView.prototype, "byteLength");
/** The kind of a node, as the browser has it (DOM, 4.4). */
export const nodeType = getterOf(Node.prototype, "nodeType");
const serialize = methodOf(XMLSerializer.prototype, "serializeToString");
const serializer = new XMLSerializer();
const decode = methodOf(TextDecoder.prototype, "decode");
const utf8 = new TextDecoder();
const utf16le = new TextDecoder("utf-16le");
const utf16be = new TextDecoder("utf-16be");
const responseBytes = methodOf(Response.prototype, "arrayBuffer");
const responseBody = getterOf(Response.prototype, "body");
const bytesSet = methodOf(Uint8Array.prototype, "set");
/** Streams as they are read here: without the forms for other readers. */
interface ByteStream {
  pipeTo(sink: WritableStream<BufferSource> | WritableStream<Uint8Array>): Promise<void>;
}
const streams: ByteStream = ReadableStream.prototype;
const pipeTo = methodOf(streams, "pipeTo");
const makeSink = makerOf<WritableStream<Uint8Array>>(WritableStream);
const makeUnpacker = makerOf<DecompressionStream>(DecompressionStream);
const packedEnd = getterOf(DecompressionStream.prototype, "writable");
const unpackedEnd = getterOf(DecompressionStream.prototype, "readable");

/** Each tells the browser's own objects, of whatever window; what a page only makes look like one is none. */
export const isBlob = testOf(blobSize);
export const isParams = testOf((self: URLSearchParams) => paramsText(self));
export const isForm = testOf((self: FormData) => formForEach(self, () => undefined));
const isBuffer = testOf(bufferSize);
const isArray = testOf(arraySize);
const isDataView = testOf(viewSize);
const isStream = testOf(getterOf(ReadableStream.prototype, "locked"));
export const isNode = testOf(nodeType);
type Bytes = ArrayBuffer | Uint8Array | DataView;
/** Bytes, also as a view of whatever element type. */
export const isBytes = (value: unknown): value is Bytes =>
  isBuffer(value) || isArray(value) || isDataView(value);
/** Is it a document, of whatever window? */
export const isDocument = (value: unknown): value is Document =>
  isNode(value) && nodeType(value) === 9;

/** A body as text, and the Content-Type that the browser would give it; `undefined` for a body too large to be read. */
export interface BodyText {
  readonly text: string | undefined;
  readonly contentType: string;
}

const FORM = "application/x-www-form-urlencoded";
const plain = (text: string | undefined): BodyText => ({ text, contentType: "" });

/** The bytes themselves: what a page writes onto a view is not asked. */
function viewOf(bytes: Bytes): Uint8Array {
  if (isBuffer(bytes)) return new NativeBytes(bytes);
  return isArray(bytes)
    ? new NativeBytes(arrayBuffer(bytes), arrayStart(bytes), arraySize(bytes))
    : new NativeBytes(viewBuffer(bytes), viewStart(bytes), viewSize(bytes));
}

/** A body that is the same whenever it is read: of an object that is none, the text that the browser would make of it. */
export function settled(body: unknown): unknown {
  if (!isObject(body)) return body;
  const isKnown = isBlob(body) || isBytes(body) || isForm(body) || isParams(body) || isStream(body);
  return isKnown ? body : textOf(body);
}

/** A settled body that its page can't change any more; what takes no time is sent before it could. */
export function frozen(body: unknown): unknown {
  if (isBytes(body)) return new NativeBytes(viewOf(body));
  if (!isForm(body)) return body;
  return fillForm(new NativeForm(), body);
}

/** Gives a form the fields of another in the place of its own. */
export function fillForm(form: FormData, from: FormData): FormData {
  for (let isFull = true; isFull;) {
    isFull = false;
    formForEach(form, (_, name) => {
      isFull = true;
      formDelete(form, name);
    });
  }
  formForEach(from, (value, name) => {
    formAppend(form, name, value);
  });
  return form;
}

function decodeBytes(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") return decode(utf8, bytes);
  return decode(encoding === "utf-16le" ? utf16le : utf16be, bytes);
}

/** Pictures, sound and films are not read, as where a person chooses them. */
const isMedia = (blob: Blob): boolean => isMediaType(blobType(blob));

/** Fields of a form as one text, without what is in files; undefined where that may be text, unless it is left to others. */
export function formText(form: FormData, isFileLeft = false): BodyText | undefined {
  const fields = new NativeParams();
  let hasFiles = false;
  formForEach(form, (value, name) => {
    if (typeof value === "string") paramsAppend(fields, name, value);
    else if (blobSize(value) > 0 && !isMedia(value)) hasFiles = true;
    else paramsAppend(fields, name, fileName(value));
  });
  return hasFiles && !isFileLeft ? undefined : { text: paramsText(fields), contentType: FORM };
}

/** How many bytes there are at least of a body that takes time; none where that is not known. */
export function leastBytes(body: unknown): number {
  if (isBytes(body)) return arraySize(viewOf(body));
  let size = isBlob(body) ? blobSize(body) : 0;
  if (isForm(body)) formForEach(body, (value) => (size += isBlob(value) ? blobSize(value) : 0));
  return size;
}

/** The text of a body that can be read at once; undefined where that takes time. */
export function textNow(body: unknown): BodyText | undefined {
  if (body === undefined || body === null) return plain("");
  if (typeof body !== "object") return plain(textOf(body));
  if (isParams(body)) return { text: paramsText(body), contentType: FORM };
  if (isForm(body)) return formText(body);
  if (isBytes(body)) return bytesNow(viewOf(body));
  if (isDocument(body)) return plain(serialize(serializer, body));
  if (isBlob(body)) return blobNow(body);
  return isStream(body) ? undefined : plain(textOf(body));
}

function blobNow(blob: Blob): BodyText | undefined {
  if (isMedia(blob)) return plain("");
  const text = textOfBlob(blob);
  if (text !== undefined) return { text, contentType: blobType(blob) };
  return blobSize(blob) > MAX_READ_BYTES ? plain(undefined) : undefined;
}

function bytesNow(bytes: Uint8Array): BodyText | undefined {
  if (bytes.length > MAX_READ_BYTES) return plain(undefined);
  let isOdd = packingOf(bytes) !== undefined;
  eachOddPart(bytes, () => (isOdd = true));
  return isOdd ? undefined : plain(decodeBytes(bytes));
}

type OnText = (text: string | undefined) => void;

/**
 * Unpacks bytes; calls back with nothing where that gives more than is read, or ends before the bytes do; with the bytes as text
 * where they are not packed at all.
 */
function unpack(
  bytes: Uint8Array,
  format: CompressionFormat,
  onBytes: (bytes: Uint8Array | undefined) => void,
): void {
  const packed = responseBody(makeResponse(bytes));
  if (packed === null) return onBytes(undefined);
  let whole = new NativeBytes(arraySize(bytes) * 4);
  let size = 0;
  // What a reader gives is an object, in which a promise would find the page's `then`; a sink is given the bytes.
  const write = (chunk: Uint8Array): void => {
    const all = size + arraySize(chunk);
    if (all > MAX_READ_BYTES) throw new NativeDOMException("", "QuotaExceededError");
    if (all > arraySize(whole)) {
      const larger = new NativeBytes(all * 2);
      bytesSet(larger, whole);
      whole = larger;
    }
    bytesSet(whole, chunk, size);
    size = all;
  };
  const unpacker = makeUnpacker(format);
  const failed = (): void => {
    onBytes(size === 0 ? bytes : undefined);
  };
  const done = (): void => {
    onBytes(new NativeBytes(arrayBuffer(whole), 0, size));
  };
  const ignore = (): void => undefined;
  whenSettled(pipeTo(packed, packedEnd(unpacker)), ignore, ignore);
  whenSettled(pipeTo(unpackedEnd(unpacker), makeSink(bare({ write }))), done, failed);
}

/** Reads one after the other what stands in a body by itself, such as files of a form, behind its text. */
function readParts(bytes: Uint8Array, packings: number, onText: OnText): void {
  let text: string | undefined = decodeBytes(bytes);
  let left = 1;
  const add = (more: string | undefined): void => {
    if (more === undefined || text === undefined) text = undefined;
    else if (more !== "") text = `${text}\n${more}`;
    left--;
    if (left === 0) onText(text);
  };
  eachOddPart(bytes, (start, end) => {
    left++;
    const part = new NativeBytes(arrayBuffer(bytes), arrayStart(bytes) + start, end - start);
    read(part, packings, add);
  });
  add("");
}

function read(bytes: Uint8Array, packings: number, onText: OnText): void {
  if (arraySize(bytes) > MAX_READ_BYTES) return onText(undefined);
  const format = packingOf(bytes);
  if (format === undefined) return readParts(bytes, packings, onText);
  if (packings === 0) return onText(undefined);
  unpack(bytes, format, (unpacked) => {
    if (unpacked === undefined) onText(undefined);
    else if (unpacked === bytes) onText(decodeBytes(bytes));
    else read(unpacked, packings - 1, onText);
  });
}

/** The text of bytes, unpacked where they or parts of them are packed; nothing where they can't be read. */
export const readBytes = (buffer: ArrayBuffer, onText: OnText): void =>
  read(new NativeBytes(buffer), MAX_PACKINGS, onText);

const headersOf = getterOf(Response.prototype, "headers");
const headerGet = methodOf(Headers.prototype, "get");
const contentTypeOf = (response: Response): string =>
  headerGet(headersOf(response), "content-type") ?? "";

/** Reads a body that takes time. `onError` is told where the browser could not read it. */
export function readLater(
  body: unknown,
  onBytes: (bytes: ArrayBuffer, read: BodyText) => void,
  onError: (error: unknown) => void,
): void {
  const response = makeResponse(body);
  const contentType = contentTypeOf(response);
  whenSettled(
    responseBytes(response),
    (bytes) => {
      readBytes(bytes, (text) => {
        onBytes(bytes, { text, contentType });
      });
    },
    onError,
  );
}
