import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import zopfli from "@gfx/zopfli";

/** A file of an archive: its path with slashes, and what it holds. */
export interface ZipEntry {
  readonly path: string;
  readonly content: Uint8Array;
}

/** Midnight of 1 January 1980, the first that the format knows, in its date's bits. */
const FIRST_DATE = 0x21;
/** Version 2.0 of the format: deflate. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;

interface Packed {
  readonly name: Buffer;
  readonly data: Uint8Array;
  /** What stands alike in both headers of an entry, from the version on. */
  readonly common: Buffer;
}

const deflated = new Map<string, Promise<Uint8Array>>();

/** As few bytes as the format allows, which takes seconds: what stands in several archives is packed once. */
function deflate(content: Uint8Array): Promise<Uint8Array> {
  const key = createHash("sha256").update(content).digest("hex");
  const packed =
    deflated.get(key) ?? zopfli.deflateAsync(content, { numiterations: 15, blocksplittingmax: 40 });
  deflated.set(key, packed);
  return packed;
}

async function pack({ path, content }: ZipEntry): Promise<Packed> {
  const name = Buffer.from(path);
  const data = await deflate(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(UTF8_NAMES, 2);
  common.writeUInt16LE(DEFLATE, 4);
  common.writeUInt16LE(FIRST_DATE, 8);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  return { name, data, common };
}

const localHeader = ({ common }: Packed): Buffer =>
  Buffer.concat([Buffer.from("PK\u0003\u0004"), common]);

function centralHeader({ name, common }: Packed, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const version = Buffer.from([VERSION, 0]);
  return Buffer.concat([Buffer.from("PK\u0001\u0002"), version, common, rest, name]);
}

/**
 * An archive (PKWARE APPNOTE 6.3, without ZIP64) of files, sorted by path and without dates, so that the same files give
 * the same bytes.
 */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const packed = await Promise.all(sorted.map(pack));
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of packed) {
    central.push(centralHeader(entry, offset));
    const part = Buffer.concat([localHeader(entry), entry.name, entry.data]);
    parts.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(packed.length, 8);
  end.writeUInt16LE(packed.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
