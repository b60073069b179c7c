import { randomFillSync } from "node:crypto";

/** Made many at a time, since the kernel's numbers cost a call each. */
const ids = new Uint16Array(256);
let used = ids.length;

/** An id that nobody can foretell, 0 to 65535. Unlike `randomInt` it starts no threads. */
export function randomId(): number {
  if (used === ids.length) {
    randomFillSync(ids);
    used = 0;
  }
  return ids[used++] ?? 0;
}
