/** The options of `weir run`. */
export interface RunFlags {
  /** A configuration file. */
  readonly config?: string;
  /** A folder of rules. */
  readonly rules?: string;
  readonly listen?: string;
  readonly dnsListen?: string;
  /** False where the DNS layer is left out. */
  readonly dns?: boolean;
}
