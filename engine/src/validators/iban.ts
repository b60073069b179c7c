import { remainder97 } from "./digits.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

/** Country codes and the length of their IBANs (SWIFT IBAN Registry). */
const LENGTHS =
  "AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BI:27 BR:29 BY:28 CH:21 CR:22 CY:28 CZ:24 DE:22 DJ:27 DK:18 DO:28 EE:20 EG:29 " +
  "ES:24 FI:18 FK:18 FO:18 FR:27 GB:22 GE:22 GI:23 GL:18 GR:27 GT:28 HN:28 HR:21 HU:28 IE:22 IL:23 IQ:23 IS:26 IT:27 JO:30 KW:30 KZ:20 LB:28 LC:32 " +
  "LI:21 LT:20 LU:20 LV:21 LY:25 MC:27 MD:24 ME:22 MK:19 MN:20 MR:27 MT:31 MU:30 NI:28 NL:18 NO:15 OM:23 PK:24 PL:28 PS:29 PT:25 QA:29 " +
  "RO:24 RS:22 RU:33 SA:24 SC:31 SD:18 SE:24 SI:19 SK:24 SM:27 SO:23 ST:25 SV:28 TL:23 TN:24 TR:26 UA:29 VA:22 VG:24 XK:20 YE:30";

/** The length of an IBAN by its country code (SWIFT IBAN Registry). */
export const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  LENGTHS.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(3))]),
);

/** Whether the value is an IBAN: its country's length and the check digits (ISO 13616-1, ISO 7064 MOD 97-10). */
export const isIban: Check = identifier(
  // Check digits are 02 to 98 (ISO 7064).
  /^[A-Z]{2}(?:0[2-9]|[1-8]\d|9[0-8])[A-Z0-9]{11,30}$/,
  (iban) =>
    IBAN_LENGTHS.get(iban.slice(0, 2)) === iban.length &&
    !/0{16}/.test(iban) &&
    remainder97(iban.slice(4) + iban.slice(0, 4)) === 1,
);
