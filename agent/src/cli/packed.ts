/** What files begin with that hold other files, or text in a form that is none. */
const MARKS: readonly (readonly [name: string, mark: readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b]],
  ["a ZIP archive, as office documents are", [0x50, 0x4b, 0x03, 0x04]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd]],
  ["a 7z archive", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["PDF", [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** What a file is that begins so and whose text is packed (RFC 1952, APPNOTE.TXT 4.3.7, RFC 8878, ISO 32000-2 7.5.2); undefined for all others. */
const packedAs = (start: Uint8Array): string | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, i) => start[i] === byte))?.[0];

/** The same bytes; tells, once, where what they begin with says that their text is packed. */
export async function* noticePacked(
  bytes: AsyncIterable<Uint8Array>,
  tell: (what: string) => void,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of bytes) {
    const what = isFirst ? packedAs(chunk) : undefined;
    if (what !== undefined) tell(what);
    isFirst = false;
    yield chunk;
  }
}
