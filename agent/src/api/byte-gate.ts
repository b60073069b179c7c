import { createGrowingGate } from "./growing-gate.ts";
import type { GrowingGate } from "./growing-gate.ts";
import type { ApiLimits } from "./limits.ts";

/** Gives reserved bytes back; more than once does no harm. */
export type Release = () => void;

/**
 * Bounds the bytes that are held at once. Whoever finds no room waits, first come first served: a refusal would be a
 * way to be let through unscanned.
 */
export interface ByteGate {
  /** Reserves bytes as soon as there is room; undefined where `gone` aborts before. */
  readonly reserve: (bytes: number, gone: AbortSignal) => Promise<Release | undefined>;
  readonly heldBytes: () => number;
}

interface Waiter {
  readonly bytes: number;
  readonly admit: (release: Release) => void;
}

/** A gate for `limitBytes`; a reservation of more than that counts as all of it. */
export function createByteGate(limitBytes: number): ByteGate {
  let held = 0;
  /** In order of arrival; as many as there are connections at most. */
  const waiting = new Set<Waiter>();

  const hold = (bytes: number): Release => {
    held += bytes;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      held -= bytes;
      admitNext();
    };
  };
  const admitNext = (): void => {
    for (const waiter of waiting) {
      if (held + waiter.bytes > limitBytes) return;
      waiting.delete(waiter);
      waiter.admit(hold(waiter.bytes));
    }
  };

  return {
    heldBytes: () => held,
    reserve: async (wanted, gone) => {
      const bytes = Math.min(wanted, limitBytes);
      if (gone.aborted) return undefined;
      if (waiting.size === 0 && held + bytes <= limitBytes) return hold(bytes);
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(waiter);
          resolve(undefined);
          admitNext();
        };
        const waiter: Waiter = {
          bytes,
          admit: (release) => {
            gone.removeEventListener("abort", leave);
            resolve(release);
          },
        };
        waiting.add(waiter);
        gone.addEventListener("abort", leave, { once: true });
      });
    },
  };
}

/**
 * The gate of request bodies. Small ones, and what arrives first of large ones, have a room apart: whoever sends nothing
 * holds up nobody, and whoever sends large bodies slowly holds up other large ones alone.
 */
export function createBodyGate({
  bytesInFlight,
  smallBodyBytes,
  connections,
}: Pick<ApiLimits, "bytesInFlight" | "smallBodyBytes" | "connections">): GrowingGate {
  const forSmall = connections * smallBodyBytes;
  const small = createByteGate(forSmall);
  const large = createGrowingGate(bytesInFlight - forSmall);
  return {
    heldBytes: () => small.heldBytes() + large.heldBytes(),
    limitBytes: large.limitBytes,
    open: (most) => {
      const share = large.open(most);
      let leaveSmall: Release | undefined;
      return {
        grow: async (bytes, gone) => {
          if (bytes <= smallBodyBytes) {
            leaveSmall ??= await small.reserve(bytes, gone);
            return leaveSmall !== undefined;
          }
          const isThere = await share.grow(bytes, gone);
          leaveSmall?.();
          return isThere;
        },
        whole: share.whole,
        release: () => {
          leaveSmall?.();
          share.release();
        },
      };
    },
  };
}
