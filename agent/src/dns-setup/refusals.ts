import type { DnsSetupErrorCode } from "../dns-setup-errors.ts";

/** Something was not done; nothing that must be known is left out of `details`, a line each. */
export interface DnsRefusal {
  readonly ok: false;
  readonly code: DnsSetupErrorCode;
  readonly details: readonly string[];
}

/** What was done, a line each, and what people should look at. */
export interface DnsDone {
  readonly ok: true;
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
}

export type DnsOutcome = DnsDone | DnsRefusal;

export function refuse(code: DnsSetupErrorCode, ...details: readonly string[]): DnsRefusal {
  return { ok: false, code, details };
}
