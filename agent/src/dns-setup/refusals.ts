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

/** How a set-up or a roll-back ended. */
export type DnsOutcome = DnsDone | DnsRefusal;

/** A refusal for a reason of the table of errors; `details` are shown behind it, a line each. */
export function refuse(code: DnsSetupErrorCode, ...details: readonly string[]): DnsRefusal {
  return { ok: false, code, details };
}
