/** What one body holds of a gate, from when it begins to arrive until it was answered. */
export interface Share {
  /** Has it hold so many bytes as soon as there is room; false where `gone` aborts before. */
  readonly grow: (bytes: number, gone: AbortSignal) => Promise<boolean>;
  /** The body is whole and so large: what it holds beyond that is given back, and it is answered and gone before long. */
  readonly whole: (bytes: number) => void;
  /** Gives all back; more than once does no harm. */
  readonly release: () => void;
}

/** Bounds the bytes of bodies that are held at once, each of which takes room as it arrives. */
export interface GrowingGate {
  /** The share of a body that may become `most` bytes large. */
  readonly open: (most: number) => Share;
  readonly heldBytes: () => number;
  /** The most that one body may hold. */
  readonly limitBytes: number;
}

/** A body that is not whole. */
interface Arriving {
  readonly most: number;
  held: number;
  /** How much it is to hold; more than it holds while it waits. */
  wanted: number;
  admit: () => void;
}

/**
 * A gate for `limitBytes`; a body of more than that counts as all of it. Bodies that each hold a part and wait for the rest
 * would wait for ever, so none is given room that one before it would need to become whole (the banker's algorithm, in the
 * order of arrival). A change costs time linear in the number of bodies that arrive.
 */
export function createGrowingGate(limitBytes: number): GrowingGate {
  let held = 0;
  /** In order of arrival; as many as there are connections at most. */
  const arriving = new Set<Arriving>();

  const admitNext = (): void => {
    let behind = 0;
    for (const body of arriving) behind += body.held;
    /** What those before can spare. */
    let spare = Infinity;
    for (const body of arriving) {
      behind -= body.held;
      const more = body.wanted - body.held;
      if (more > 0 && more <= spare) {
        // Those behind it would take the room that it waits for, again and again.
        if (held + more > limitBytes) return;
        held += more;
        body.held += more;
        spare -= more;
        body.admit();
      }
      spare = Math.min(spare, limitBytes - body.most - behind);
    }
  };

  const giveBack = (body: Arriving, kept: number): void => {
    held -= body.held - kept;
    body.held = kept;
    body.wanted = kept;
    arriving.delete(body);
    admitNext();
  };

  return {
    heldBytes: () => held,
    limitBytes,
    open: (wantedMost) => {
      const most = Math.min(wantedMost, limitBytes);
      const body: Arriving = { most, held: 0, wanted: 0, admit: () => undefined };
      return {
        grow: async (bytes, gone) => {
          if (gone.aborted) return false;
          body.wanted = Math.max(body.held, Math.min(bytes, most));
          if (body.wanted === body.held) return true;
          arriving.add(body);
          return new Promise((resolve) => {
            const leave = (): void => {
              giveBack(body, 0);
              resolve(false);
            };
            body.admit = () => {
              gone.removeEventListener("abort", leave);
              resolve(true);
            };
            gone.addEventListener("abort", leave, { once: true });
            admitNext();
          });
        },
        whole: (bytes) => giveBack(body, Math.min(body.held, bytes)),
        release: () => giveBack(body, 0),
      };
    },
  };
}
