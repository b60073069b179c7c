const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The longest duration: 24 days, the last whole day that a timer of Node can wait (2^31 - 1 ms). */
export const MAX_DURATION_MS = 576 * HOUR_MS;

/** Hours, minutes, seconds and milliseconds in this order, each at most once: `24h`, `1h30m`, `90s`, `500ms`. */
export const DURATION =
  /^(?!$)(?:0$)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?(?:([0-9]{1,9})ms)?$/;

/** A duration in milliseconds; `0` alone needs no unit. Undefined where the text is no duration. */
export function parseDuration(text: string): number | undefined {
  if (text === "0") return 0;
  const parts = DURATION.exec(text);
  if (parts === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000 + ms;
}
