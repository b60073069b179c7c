/** A number with the thing that it counts, in the plural but for one: `1 finding`, `3 findings`. */
export const counted = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? "" : "s"}`;
