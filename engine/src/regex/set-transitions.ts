/** In the place of a state: none was built there yet, or no more may be. */
export const NOT_BUILT = -1;

/** A transition in one number: the class of the character, and behind it the number of the state. */
export const NEXT_BITS = 16;
export const NEXT = (1 << NEXT_BITS) - 1;

/** What is read of a state at each character stands in a quarter of a line of a processor's cache, in these cells. */
export const HEAD_CELLS = 4;
export const DEMAND = 0;
export const LAST = 1;
const LAST_BUT_ONE = 2;
const ROW = 3;

/** The states of a set's automaton and the transitions between them, so far as texts have needed them. */
export class SetTransitions {
  /**
   * For each state what all that are left demand, the two of its transitions that were taken last, and the row of all of them by
   * the class, where there are more than two.
   */
  heads = new Int32Array(HEAD_CELLS * 4);
  private readonly width: number;
  private table: Int16Array;
  private rows = 0;

  /** Of characters of so many classes. */
  constructor(classes: number) {
    this.width = classes;
    this.table = new Int16Array(classes).fill(NOT_BUILT);
  }

  /** Forgets all states. */
  clear(): void {
    this.table.fill(NOT_BUILT);
    this.rows = 0;
  }

  /** Makes room for a state of this number, whose members demand some kinds. */
  addState(number: number, demand: number): void {
    const head = number * HEAD_CELLS;
    if (head + HEAD_CELLS > this.heads.length) {
      const heads = new Int32Array(this.heads.length * 2);
      heads.set(this.heads);
      this.heads = heads;
    }
    this.heads.fill(NOT_BUILT, head, head + HEAD_CELLS);
    this.heads[head + DEMAND] = demand;
  }

  /** The state behind a character of a class, by another transition than the last one; `NOT_BUILT` where there is none. */
  other(head: number, cls: number): number {
    const { heads } = this;
    const transition = heads[head + LAST_BUT_ONE] ?? NOT_BUILT;
    if (transition >> NEXT_BITS === cls) return transition & NEXT;
    const row = heads[head + ROW] ?? NOT_BUILT;
    const next = row === NOT_BUILT ? NOT_BUILT : (this.table[row * this.width + cls] ?? NOT_BUILT);
    if (next !== NOT_BUILT) this.take(head, cls, next);
    return next;
  }

  /** Adds a transition to those of a state. */
  add(number: number, cls: number, next: number): void {
    const { heads } = this;
    const head = number * HEAD_CELLS;
    const left = this.take(head, cls, next);
    if (left === NOT_BUILT) return;
    if (heads[head + ROW] === NOT_BUILT) {
      heads[head + ROW] = this.makeRow();
      this.lay(head, left);
      this.lay(head, heads[head + LAST_BUT_ONE] ?? NOT_BUILT);
    }
    this.lay(head, heads[head + LAST] ?? NOT_BUILT);
  }

  /** Puts a transition before the others of its state; answers the one that is no longer among the two. */
  private take(head: number, cls: number, next: number): number {
    const { heads } = this;
    const left = heads[head + LAST_BUT_ONE] ?? NOT_BUILT;
    heads[head + LAST_BUT_ONE] = heads[head + LAST] ?? NOT_BUILT;
    heads[head + LAST] = (cls << NEXT_BITS) | next;
    return left;
  }

  /** Writes a transition into its state's row. */
  private lay(head: number, transition: number): void {
    const row = this.heads[head + ROW] ?? 0;
    this.table[row * this.width + (transition >> NEXT_BITS)] = transition & NEXT;
  }

  private makeRow(): number {
    const row = this.rows++;
    const cells = this.rows * this.width;
    if (cells > this.table.length) {
      const table = new Int16Array(cells * 2).fill(NOT_BUILT);
      table.set(this.table);
      this.table = table;
    }
    return row;
  }
}
