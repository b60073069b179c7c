const PAGE_BITS = 8;
const PAGE_UNITS = 1 << PAGE_BITS;

/** Numbers by the UTF-16 unit, 0 where none was set. Pages are made as they are needed: a text has units of a script or two. */
export class UnitPages {
  private readonly pages: (Int32Array | undefined)[] = [];

  get(unit: number): number {
    return this.pages[unit >> PAGE_BITS]?.[unit & (PAGE_UNITS - 1)] ?? 0;
  }

  set(unit: number, value: number): void {
    const page = (this.pages[unit >> PAGE_BITS] ??= new Int32Array(PAGE_UNITS));
    page[unit & (PAGE_UNITS - 1)] = value;
  }
}
