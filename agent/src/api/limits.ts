/** Every limit of the server. Times are in milliseconds. */
export interface ApiLimits {
  /** Bytes of request bodies that are held at once. */
  readonly bytesInFlight: number;
  /** Of these, each connection has so many of its own: a body that is no larger never waits behind others. */
  readonly smallBodyBytes: number;
  /** Of a body that holds no content to look at. Parsed, JSON takes up to some hundred times its size. */
  readonly plainBodyBytes: number;
  /** Brackets, braces, commas and colons outside strings of a larger body, which has one object of a few strings. */
  readonly contentMarks: number;
  readonly headerBytes: number;
  readonly connections: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How often connections are held against the times above; each time wakes an idle agent. */
  readonly checkMs: number;
  /** How long a stop waits for answers that are being made. */
  readonly stopMs: number;
}

/** The limits of the contract. */
export const API_LIMITS: ApiLimits = {
  bytesInFlight: 64 * 1024 * 1024,
  smallBodyBytes: 32 * 1024,
  plainBodyBytes: 8 * 1024,
  contentMarks: 64,
  headerBytes: 16 * 1024,
  connections: 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5000,
  checkMs: 20_000,
  stopMs: 1800,
};
