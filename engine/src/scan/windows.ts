import type { Span } from "../regex/regex.ts";

/** A stretch of a section that is searched. */
export interface Window {
  readonly start: number;
  end: number;
}

/** Windows around offsets, which rise, joined where they touch. */
export function windowsAround(
  places: readonly number[],
  before: number,
  after: number,
  end: number,
): readonly Window[] {
  const windows: Window[] = [];
  let open: Window | undefined;
  for (const place of places) {
    const from = Math.max(0, place - before);
    const to = Math.min(end, place + after);
    if (open !== undefined && from <= open.end) {
      open.end = Math.max(open.end, to);
    } else {
      open = { start: from, end: to };
      windows.push(open);
    }
  }
  return windows;
}

/** Windows that rise, with further ones among them, joined where they touch. */
export function withFurther(
  windows: readonly Window[],
  further: readonly Span[],
): readonly Window[] {
  if (further.length === 0) return windows;
  const all = [...windows, ...further].toSorted((a, b) => a.start - b.start);
  const joined: Window[] = [];
  for (const { start, end } of all) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** A recovery phrase begins at most so many UTF-16 units before its row of words, and ends as many behind it. */
const BESIDE_ROW = 256;

/** What of windows, which rise, is beside rows of words, which are told by where each begins and ends. */
export function besideRows(windows: readonly Window[], rows: readonly number[]): readonly Window[] {
  const kept: Window[] = [];
  let open: Window | undefined;
  let first = 0;
  for (const window of windows) {
    while (first < rows.length && (rows[first + 1] ?? 0) + BESIDE_ROW <= window.start) first += 2;
    for (let i = first; i < rows.length; i += 2) {
      const start = Math.max(window.start, (rows[i] ?? 0) - BESIDE_ROW);
      const end = Math.min(window.end, (rows[i + 1] ?? 0) + BESIDE_ROW);
      if (start >= window.end) break;
      if (open !== undefined && start <= open.end) open.end = end;
      else kept.push((open = { start, end }));
    }
  }
  return kept;
}
