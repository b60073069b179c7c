import { MAX_READ_BYTES } from "../shared/boundary.ts";
import { getterOf, makerOf, methodOf, testOf, textOf, whenSettled } from "./natives.ts";

// Every kind of body as text: at once where the browser gives it at once, else later.

const NativeResponse = Response;
const makeResponse = makerOf<Response>(Response);
const NativeParams = URLSearchParams;
const NativeBytes = Uint8Array;
const NativeDecompression = DecompressionStream;

const blobSize = getterOf(Blob.prototype, "size");
const fileName = getterOf(File.prototype, "name");
const paramsText = methodOf(URLSearchParams.prototype, "toString");
const paramsAppend = methodOf(URLSearchParams.prototype, "append");
const formForEach = methodOf(FormData.prototype, "forEach");
const bufferSize = getterOf(ArrayBuffer.prototype, "byteLength");
const isViewOf = methodOf(ArrayBuffer, "isView");
const NativeBuffer = ArrayBuffer;
const nodeType = getterOf(Node.prototype, "nodeType");
const serialize = methodOf(XMLSerializer.prototype, "serializeToString");
const serializer = new XMLSerializer();
const decode = methodOf(TextDecoder.prototype, "decode");
const utf8 = new TextDecoder();
const utf16le = new TextDecoder("utf-16le");
const utf16be = new TextDecoder("utf-16be");
const responseBytes = methodOf(Response.prototype, "arrayBuffer");
const responseBody = getterOf(Response.prototype, "body");
/** Streams as they are read here: without the forms for other readers. */
interface ByteStream {
  getReader(): ByteReader;
  pipeThrough(by: DecompressionStream): ByteStream;
}
interface ByteReader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
}
const streams: ByteStream = ReadableStream.prototype;
const readers: ByteReader = ReadableStreamDefaultReader.prototype;
const pipeThrough = methodOf(streams, "pipeThrough");
const getReader = methodOf(streams, "getReader");
const readNext = methodOf(readers, "read");
const bytesSet = methodOf(Uint8Array.prototype, "set");

export const isBlob = testOf(blobSize);
export const isParams = testOf((self: URLSearchParams) => paramsText(self));
export const isForm = testOf((self: FormData) => formForEach(self, () => undefined));
const isBuffer = testOf(bufferSize);
const isStream = testOf(getterOf(ReadableStream.prototype, "locked"));
const isNode = testOf(nodeType);
/** A view of bytes, of whatever element type. */
export const isView = (value: unknown): value is ArrayBufferView<ArrayBuffer> =>
  isViewOf(NativeBuffer, value);
export const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> =>
  isBuffer(value) || isView(value);
export const isDocument = (value: unknown): value is Document =>
  isNode(value) && nodeType(value) === 9;

/** A body as text, and the Content-Type that the browser would give it; `undefined` for a body too large to be read. */
export interface BodyText {
  readonly text: string | undefined;
  readonly contentType: string;
}

const FORM = "application/x-www-form-urlencoded";
const plain = (text: string | undefined): BodyText => ({ text, contentType: "" });

const viewOf = (bytes: ArrayBuffer | ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  isBuffer(bytes)
    ? new NativeBytes(bytes)
    : new NativeBytes(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The name by which the browser unpacks what begins like these bytes (RFC 1952, RFC 1950); undefined for any other. */
function packing(bytes: Uint8Array): CompressionFormat | undefined {
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  if (first === 0x1f && second === 0x8b) return "gzip";
  return first === 0x78 && ((first << 8) | second) % 31 === 0 && bytes.length > 6
    ? "deflate"
    : undefined;
}

function decodeBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(utf16le, bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(utf16be, bytes);
  return decode(utf8, bytes);
}

/** Fields of a form as one text; undefined where files are among them. */
function formText(form: FormData): string | undefined {
  const fields = new NativeParams();
  let hasFiles = false;
  formForEach(form, (value, name) => {
    if (typeof value === "string") paramsAppend(fields, name, value);
    else if (blobSize(value) > 0) hasFiles = true;
    else paramsAppend(fields, name, fileName(value));
  });
  return hasFiles ? undefined : paramsText(fields);
}

/** The text of a body that can be read at once; undefined where that takes time. */
export function textNow(body: unknown): BodyText | undefined {
  if (body === undefined || body === null) return plain("");
  if (typeof body !== "object") return plain(textOf(body));
  if (isParams(body)) return { text: paramsText(body), contentType: FORM };
  if (isForm(body)) {
    const text = formText(body);
    return text === undefined ? undefined : { text, contentType: FORM };
  }
  if (isBytes(body)) return bytesNow(viewOf(body));
  if (isDocument(body)) return plain(serialize(serializer, body));
  if (isBlob(body)) return blobSize(body) > MAX_READ_BYTES ? plain(undefined) : undefined;
  return isStream(body) ? undefined : plain(textOf(body));
}

function bytesNow(bytes: Uint8Array): BodyText | undefined {
  if (bytes.length > MAX_READ_BYTES) return plain(undefined);
  return packing(bytes) === undefined ? plain(decodeBytes(bytes)) : undefined;
}

type OnText = (text: string | undefined) => void;

/** Unpacks bytes; calls back with nothing where that gives more than is read, with the bytes as text where it fails. */
function unpack(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat, onText: OnText): void {
  const packed = responseBody(new NativeResponse(bytes));
  if (packed === null) return onText(decodeBytes(bytes));
  const reader = getReader(pipeThrough(packed, new NativeDecompression(format)));
  const chunks: Uint8Array[] = [];
  let size = 0;
  const finish = (): void => {
    const whole = new NativeBytes(size);
    let at = 0;
    for (let index = 0; index < chunks.length; index++) {
      const chunk = chunks[index] ?? whole;
      bytesSet(whole, chunk, at);
      at += chunk.length;
    }
    onText(decodeBytes(whole));
  };
  const next = (): void => {
    whenSettled(
      readNext(reader),
      ({ done, value }) => {
        if (done) return finish();
        size += value.length;
        if (size > MAX_READ_BYTES) return onText(undefined);
        chunks[chunks.length] = value;
        next();
      },
      () => {
        onText(decodeBytes(bytes));
      },
    );
  };
  next();
}

/** The text of bytes, unpacked where they are packed. */
export function readBytes(buffer: ArrayBuffer, onText: OnText): void {
  const bytes = new NativeBytes(buffer);
  if (bytes.length > MAX_READ_BYTES) return onText(undefined);
  const format = packing(bytes);
  if (format === undefined) return onText(decodeBytes(bytes));
  unpack(bytes, format, onText);
}

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
