import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { domainToASCII } from "node:url";
import { parseListLine } from "@weir/engine";
import { systemCode } from "../errors.ts";
import { printable } from "../printable.ts";
import { kindFault, readFault } from "../unreadable.ts";
import { mayBeEmpty } from "./list-files.ts";

/** Largest list, in bytes: some three million names. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** Longest line; a name has 253 characters at most, the rest is comment. */
export const MAX_LINE_CHARS = 4096;
/** What has more faults than this is no list. */
export const MAX_LINE_FAULTS = 100;
const CHUNK_BYTES = 64 * 1024;

/** What reading a list came to, filled in while its names are taken. */
export interface ListReading {
  /** Names that were taken, a name that stands twice counted twice. */
  names: number;
  /** Hex SHA-256 of the file; empty until it was read to its end. */
  sha256: string;
  bytes: number;
  /** Faults with file and line, never with a name. */
  readonly faults: string[];
  /** Is the file no list at all, so that none of its names may count? */
  isRefused: boolean;
  isMissing: boolean;
}

/** A reading before the first byte. */
export const newReading = (): ListReading => ({
  names: 0,
  sha256: "",
  bytes: 0,
  faults: [],
  isRefused: false,
  isMissing: false,
});

/** Ends the reading of a file that is no list. */
class NoList extends Error {}

const binary = (): NoList => new NoList("holds bytes that are no text; save it as UTF-8");

/** The pieces of a file in turn, hashed on the way. Never more than the limit is read, even of a file that grows. */
function* chunks(path: string, reading: ListReading): Generator<Uint8Array> {
  // O_NONBLOCK: a pipe without a writer would hold the agent for ever.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    const fault = kindFault(stats);
    if (fault !== undefined) throw new NoList(fault);
    const tooLarge = `is larger than ${MAX_LIST_BYTES} bytes; split it up`;
    if (stats.size > MAX_LIST_BYTES) throw new NoList(tooLarge);
    const hash = createHash("sha256");
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const read = readSync(file, buffer);
      if (read === 0) break;
      reading.bytes += read;
      if (reading.bytes > MAX_LIST_BYTES) throw new NoList(tooLarge);
      const chunk = buffer.subarray(0, read);
      hash.update(chunk);
      yield chunk;
    }
    reading.sha256 = hash.digest("hex");
  } finally {
    closeSync(file);
  }
}

/** The text of a file in pieces of whole lines; a byte-order mark is left out. */
function* lines(path: string, reading: ListReading): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw binary();
    }
  };
  let rest = "";
  let count = 0;
  const tooLong = (at: number): NoList =>
    new NoList(`line ${at} is longer than ${MAX_LINE_CHARS} characters; is it a list?`);
  for (const chunk of chunks(path, reading)) {
    if (chunk.includes(0)) throw binary();
    const pieces = (rest + decode(chunk)).split(/\r?\n/);
    rest = pieces.pop() ?? "";
    const long = pieces.findIndex((line) => line.length > MAX_LINE_CHARS);
    if (long >= 0) throw tooLong(count + long + 1);
    count += pieces.length;
    if (rest.length > MAX_LINE_CHARS) throw tooLong(count + 1);
    yield* pieces;
  }
  yield rest + decode();
}

function tell(path: string, reading: ListReading, error: unknown): void {
  const name = printable(basename(path));
  const code = systemCode(error);
  reading.isRefused = true;
  reading.isMissing = code === "ENOENT" || code === "ENOTDIR";
  reading.faults.push(`${name}: ${error instanceof NoList ? error.message : readFault(error)}`);
}

/** The names of a list in turn, streamed; what it came to stands in `reading` at the end. Never throws. */
export function* readListNames(path: string, reading: ListReading): Generator<string> {
  try {
    let lineNumber = 0;
    for (const line of lines(path, reading)) {
      lineNumber++;
      const parsed = parseListLine(line, domainToASCII);
      if (parsed.ok) {
        reading.names += parsed.names.length;
        yield* parsed.names;
        continue;
      }
      reading.faults.push(`${printable(basename(path))}:${lineNumber}: ${parsed.fault}`);
      if (reading.faults.length > MAX_LINE_FAULTS) {
        throw new NoList(`has more than ${MAX_LINE_FAULTS} faulty lines; is it a list of hosts?`);
      }
    }
    if (reading.names + reading.faults.length === 0 && !mayBeEmpty(path))
      throw new NoList("holds no name; put names in, or the file as it was");
  } catch (error) {
    tell(path, reading, error);
  }
}
