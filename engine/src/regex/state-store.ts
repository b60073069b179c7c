import type { Stepper } from "./stepper.ts";

/**
 * The thread lists that an automaton has met, each once, numbered from 1. Open addressing over flat arrays: a lookup
 * allocates nothing.
 */
export class StateStore {
  count = 0;
  /** All the lists, one after another; list `n` ends where list `n + 1` starts. */
  private pool = new Int32Array(64);
  private starts = new Int32Array(16);
  /** `KIND_*` of the character before, plus 4 when an assertion waits and 8 when the state matches. */
  private marks = new Uint8Array(16);
  private slots = new Int32Array(32);

  /** Cells of 32 bits in use by the lists and what is noted of them. */
  get cells(): number {
    return this.pool.length + this.starts.length + this.slots.length;
  }

  /** How many list entries are held: what a cap on memory looks at. */
  get poolSize(): number {
    return this.starts[this.count + 1] ?? 0;
  }

  clear(): void {
    this.count = 0;
    this.starts[1] = 0;
    this.slots.fill(0);
  }

  /** As `clear`, and gives the memory back. */
  release(): void {
    this.pool = new Int32Array(64);
    this.starts = new Int32Array(16);
    this.marks = new Uint8Array(16);
    this.slots = new Int32Array(32);
    this.count = 0;
  }

  /** The number of the stepper's list, new when it is `count` after the call and was not before. */
  intern(stepper: Stepper): number {
    const mark = markOf(stepper);
    if ((this.count + 1) * 2 > this.slots.length) {
      this.growSlots();
    }
    const bits = this.slots.length - 1;
    let slot = hash(stepper.list, 0, stepper.count, mark) & bits;
    for (;;) {
      const state = this.slots[slot] ?? 0;
      if (state === 0) {
        this.slots[slot] = this.append(stepper, mark);
        return this.count;
      }
      if (this.equals(state, stepper, mark)) {
        return state;
      }
      slot = (slot + 1) & bits;
    }
  }

  /** Whether a state matches; false for 0, which is no state. */
  isMatch(state: number): boolean {
    return ((this.marks[state] ?? 0) & 8) !== 0;
  }

  /** Puts a state's threads into the stepper. */
  restore(state: number, stepper: Stepper): void {
    const from = this.starts[state] ?? 0;
    const mark = this.marks[state] ?? 0;
    stepper.load(this.pool, from, (this.starts[state + 1] ?? 0) - from);
    stepper.kind = mark & 3;
    stepper.pending = (mark & 4) !== 0;
    stepper.matched = (mark & 8) !== 0;
  }

  private append(stepper: Stepper, mark: number): number {
    const state = this.count + 1;
    if (state + 2 > this.starts.length) {
      this.starts = grown(this.starts, state + 2);
      const marks = new Uint8Array(this.starts.length);
      marks.set(this.marks);
      this.marks = marks;
    }
    const from = this.starts[state] ?? 0;
    const end = from + stepper.count;
    if (end > this.pool.length) {
      this.pool = grown(this.pool, end);
    }
    this.pool.set(stepper.list.subarray(0, stepper.count), from);
    this.starts[state + 1] = end;
    this.marks[state] = mark;
    this.count = state;
    return state;
  }

  private equals(state: number, stepper: Stepper, mark: number): boolean {
    const from = this.starts[state] ?? 0;
    const { list, count } = stepper;
    if (this.marks[state] !== mark || (this.starts[state + 1] ?? 0) - from !== count) {
      return false;
    }
    for (let i = 0; i < count; i += 1) {
      if (this.pool[from + i] !== list[i]) {
        return false;
      }
    }
    return true;
  }

  private growSlots(): void {
    const slots = new Int32Array(this.slots.length * 2);
    for (let state = 1; state <= this.count; state += 1) {
      const from = this.starts[state] ?? 0;
      const end = this.starts[state + 1] ?? 0;
      let slot = hash(this.pool, from, end, this.marks[state] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = state;
    }
    this.slots = slots;
  }
}

/** What sets lists of equal threads apart; the character before matters only to assertions that wait. */
function markOf(stepper: Stepper): number {
  const waiting = stepper.pending ? stepper.kind | 4 : 0;
  return waiting | (stepper.matched ? 8 : 0);
}

function hash(list: Int32Array, from: number, end: number, mark: number): number {
  let value = mark;
  for (let i = from; i < end; i += 1) {
    value = Math.imul(value ^ (list[i] ?? 0), 0x0100_0193);
    value ^= value >>> 15;
  }
  return value ^ (value >>> 13);
}

function grown(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, array.length * 2));
  larger.set(array);
  return larger;
}
