import { Buffer } from "node:buffer";

/** The header of one question, recursion desired, behind the query's number (RFC 1035, 4.1.1). */
const ONE_QUESTION = [1, 0, 0, 1, 0, 0, 0, 0, 0, 0];

/** Type A, class IN (RFC 1035, 3.2.2 and 3.2.4). */
const ADDRESS = [0, 1, 0, 1];

/**
 * The message that asks for the IPv4 addresses of a name, for questions of Weir's own. `id` has 16 bits; the name is in ASCII
 * and without the root's dot, and the lengths of its labels are not checked.
 */
export function addressQuery(id: number, name: string): Buffer {
  const labels = name.split(".").flatMap((label) => [label.length, ...Buffer.from(label, "ascii")]);
  return Buffer.from([id >> 8, id & 0xff, ...ONE_QUESTION, ...labels, 0, ...ADDRESS]);
}
