/** What can stand in one chain. */
export interface Linked<T> {
  previous: T | undefined;
  next: T | undefined;
}

/**
 * Items in the order in which they came. A Set that items come to and go from all the time leaves tables behind that hold
 * them until the next full collection; this leaves nothing.
 */
export class Chain<T extends Linked<T>> {
  first: T | undefined;
  private last: T | undefined;

  /** Adds an item that stands in no chain. */
  add(item: T): void {
    item.previous = this.last;
    if (this.last === undefined) this.first = item;
    else this.last.next = item;
    this.last = item;
  }

  /** Takes an item out; one that is in no chain stays so. */
  remove(item: T): void {
    const { previous, next } = item;
    if (previous === undefined && this.first !== item) return;
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.last = previous;
    else next.previous = previous;
    item.previous = undefined;
    item.next = undefined;
  }
}
