/** Why RE2 (or one of this engine's limits) refuses a source, and where: `offset` is in UTF-16 units into the source. */
export class RegexSyntaxError extends Error {
  override readonly name = "RegexSyntaxError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
