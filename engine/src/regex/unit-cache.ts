const CELLS = 128;
const VALUE_BITS = 16;
const VALUE = (1 << VALUE_BITS) - 1;

/**
 * What was found out last about UTF-16 units, a positive number below 65 536 each: one cell for all units whose last bits are
 * the same, so that no text makes it grow.
 */
export class UnitCache {
  /** A unit and its number. */
  private cells: Int32Array | undefined;

  /** What is known of a unit, or 0. */
  get(unit: number): number {
    const cell = this.cells?.[unit & (CELLS - 1)] ?? 0;
    return cell >>> VALUE_BITS === unit ? cell & VALUE : 0;
  }

  set(unit: number, value: number): void {
    this.cells ??= new Int32Array(CELLS);
    this.cells[unit & (CELLS - 1)] = (unit << VALUE_BITS) | value;
  }
}
