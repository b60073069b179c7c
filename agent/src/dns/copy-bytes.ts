/** Up to so many bytes a loop is faster than a call out of V8. */
const COPIED_BY_HAND = 128;

/** Copies `from[start..end)` to where `at` is in `to`. */
export function copyBytes(
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  at: number,
): void {
  if (end - start > COPIED_BY_HAND) to.set(from.subarray(start, end), at);
  else for (let i = start, out = at; i < end; i++, out++) to[out] = from[i] ?? 0;
}
