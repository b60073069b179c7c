import type { Clock } from "../clock.ts";

/**
 * Admits `perSecond()` calls a second, and as many at once after a second without any (a token bucket); 0 is no limit.
 * The rate is read anew for each call, since a configuration may be taken up meanwhile.
 */
export function createRateLimit({ nowMs }: Pick<Clock, "nowMs">, perSecond: () => number) {
  let tokens = Number.POSITIVE_INFINITY;
  let filledMs = nowMs();
  return (): boolean => {
    const rate = perSecond();
    if (rate === 0) return true;
    const now = nowMs();
    tokens = Math.min(rate, tokens + ((now - filledMs) / 1000) * rate);
    filledMs = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
