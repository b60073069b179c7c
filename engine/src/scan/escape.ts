/** A stretch of a text that stands for something else, or for nothing. */
export interface Escape {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What puts two string literals together here: an operator, a call on the list of them, or that they are neighbours. */
  readonly joint?: "operator" | "list" | "neighbours" | undefined;
}
