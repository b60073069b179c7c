/** An outline in a square of 24 by 24, y downwards: the x and y of its corners in turn. */
export const SHIELD =
  "12 1 21 4 21 11 20.5 14 19.3 16.8 17.4 19.3 15 21.4 12 23 9 21.4 6.6 19.3 4.7 16.8 3.5 14 3 11 3 4";

/** Signs on the shield, of one outline or more, so that colour is not all that tells states apart. */
export const SIGNS = {
  check: ["6.2 12 8 10.2 10.8 13 16.2 7.4 18 9.2 10.8 16.6"],
  dash: ["7 10.6 17 10.6 17 13.4 7 13.4"],
  mark: ["10.5 5.6 13.5 5.6 13.1 13.6 10.9 13.6", "10.6 15.2 13.4 15.2 13.4 18 10.6 18"],
  cross: [
    "8.6 6.8 12 10.2 15.4 6.8 17.2 8.6 13.8 12 17.2 15.4 15.4 17.2 12 13.8 8.6 17.2 6.8 15.4 10.2 12 6.8 8.6",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Sign = keyof typeof SIGNS;
