/** Most bytes of a name with dots between its labels (RFC 1035, 2.3.4: 255 on the wire). */
export const MAX_NAME_BYTES = 253;

/** Most bytes of one label (RFC 1035, 2.3.4). */
export const MAX_LABEL_BYTES = 63;

/** The byte between labels. */
export const DOT = 0x2e;

/** Stands for every byte that no listed name holds, so that none of them can be taken for a dot or for an end. */
const FOREIGN = 0xff;

const UPPER_A = 0x41;
const UPPER_Z = 0x5a;

/** A byte within a label as it is compared: letters in lower case (RFC 4343). */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === DOT || byte >= 0x80) return FOREIGN;
  return byte >= UPPER_A && byte <= UPPER_Z ? byte | 0x20 : byte;
});

/** The name that is being looked up. One for all, since a look-up never waits and must not allocate. */
export const nameBytes = new Uint8Array(256);

/**
 * Puts the name that begins at `at` in a DNS message into `nameBytes`, dots between the labels. Answers its length, 0 for
 * the root, -1 where it is compressed, cut off or too long (RFC 1035, 3.1).
 */
export function takeWireName(message: Uint8Array, at: number): number {
  let length = 0;
  for (let from = at; ;) {
    const label = message[from] ?? 0xff;
    if (label === 0) return Math.max(0, length - 1);
    const end = from + 1 + label;
    if (label > MAX_LABEL_BYTES || end >= message.length) return -1;
    if (length + label > MAX_NAME_BYTES) return -1;
    for (from++; from < end; from++) nameBytes[length++] = FOLDED[message[from] ?? 0] ?? FOREIGN;
    nameBytes[length++] = DOT;
  }
}

/** Puts a written name into `nameBytes`; a dot at its end is left out. Answers its length, -1 where it is too long. */
export function takeName(name: string): number {
  const length = name.endsWith(".") ? name.length - 1 : name.length;
  if (length > MAX_NAME_BYTES) return -1;
  for (let i = 0; i < length; i++) {
    const unit = name.charCodeAt(i);
    nameBytes[i] = unit === DOT ? DOT : (FOLDED[unit] ?? FOREIGN);
  }
  return length;
}
