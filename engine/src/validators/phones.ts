import { once } from "../once.ts";
import type { Check } from "./rule.ts";

/** Whether the value is a telephone number of the North American plan that is not set aside for fiction (NANPA). */
export const isNanpPhone: Check = (value) => {
  const digits = value.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  if (!/^[2-9](?!9)\d\d[2-9]\d{6}$/.test(digits)) return false;
  return !/^...(?:555|.11)/.test(digits) && !/^(\d)\1{2}/.test(digits) && !/(\d)\1{5}/.test(digits);
};

/**
 * How many digits follow a country's code, by the code: the least and the most of the numbers that people are called by.
 * ITU-T, National Numbering Plans.
 */
const plans = once(
  () =>
    new Map(
      (
        "7:10 20:8-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:8-11 40:9 41:9 43:7-13 44:9-10 45:8 46:7-10 47:8 48:9 49:7-12 " +
        "51:8-9 52:10-11 53:8 54:10-11 55:10-11 56:8-9 57:8-10 58:10 60:8-10 61:9 62:8-12 63:8-10 64:8-10 65:8 66:8-9 " +
        "81:9-10 82:8-10 84:9-10 86:9-11 90:10 91:10 92:9-10 93:9 94:9 95:7-10 98:10 " +
        "212:9 213:8-9 216:8 218:8-9 225:8-10 229:8-10 233:9 234:8-10 237:8-9 251:9 254:9-10 255:9 256:9 260:9 263:8-10 " +
        "351:9 352:6-11 353:7-9 354:7-9 355:8-9 356:8 357:8 358:6-11 359:8-9 370:8 371:8 372:7-8 373:8 374:8 375:9 376:6-9 " +
        "377:8-9 378:6-10 380:9 381:8-9 382:8 383:8 385:8-9 386:8 387:8-9 389:8 420:9 421:9 423:7-9 " +
        "502:8 503:8 504:8 505:8 506:8 507:7-8 509:8 591:8 593:8-9 595:9 598:8 852:8 853:8 855:8-9 856:8-10 880:8-10 886:8-9 " +
        "960:7 961:7-8 962:8-9 963:8-9 964:8-10 965:8 966:8-9 967:7-9 968:8 970:8-9 971:8-9 972:8-9 973:8 974:8 975:7-8 976:8 977:8-10 " +
        "992:9 993:8 994:9 995:9 996:9 998:9"
      )
        .split(" ")
        .map((plan): [string, readonly [number, number]] => {
          const [code = "", lengths = ""] = plan.split(":");
          const [least = 0, most = least] = lengths.split("-").map(Number);
          return [code, [least, most]];
        }),
    ),
);

/** The other codes in use, whose numbers have seven to nine digits: Africa's, the islands', and some of Asia's. */
const OTHER_CODES =
  /^(?:2[2346]\d|21[1-9]|25[0-8]|29[01789]|350|379|50[018]|59[02-9]|6[789]\d|850)/;
const OTHER_LENGTHS = [7, 9] as const;

function fitsPlan(digits: string): boolean {
  const code = [2, 3, 1]
    .map((length) => digits.slice(0, length))
    .find((start) => plans().has(start) || (start.length === 3 && OTHER_CODES.test(start)));
  if (code === undefined) return false;
  const [least, most] = plans().get(code) ?? OTHER_LENGTHS;
  const length = digits.length - code.length;
  return length >= least && length <= most;
}

/** Dates, addresses of machines, coordinates (ISO 6709) and numbers of articles (GS1), which stand behind the plus sign of a diff's added line. */
const OTHERWISE =
  /^\+(?:(?:19|20)\d\d([-./ ])\d\d\1\d\d(?!\d)|\d{1,3}(?:\.\d{1,3}){3}$|\d{4}(?:\d{2})?[-+]\d{5}(?:\d{2})?$)/;

/** Is the check digit of an article's number of 13 digits right (EAN-13)? */
const isArticle = (value: string): boolean =>
  /^\+\d{13}$/.test(value) &&
  Array.from(value.slice(1), (digit, i) => Number(digit) * (i % 2 === 0 ? 1 : 3)).reduce(
    (sum, worth) => sum + worth,
    0,
  ) %
    10 ===
    0;

/** Whether the value is a telephone number with a country's code and as many digits as that country's plan has (ITU-T E.164). */
export const isE164Phone: Check = (value) => {
  const digits = value.replaceAll(/\(0\)|\D/g, "");
  if (OTHERWISE.test(value) || isArticle(value) || /(\d)\1{5}/.test(digits)) return false;
  return digits.startsWith("1") ? digits.length === 11 && isNanpPhone(digits) : fitsPlan(digits);
};
