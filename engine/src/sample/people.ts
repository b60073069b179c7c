import { validate } from "../validators/validate.ts";
import { firstAccepted } from "./generator.ts";
import type { Generator } from "./generator.ts";
import { pick, randomBelow, randomChars } from "./random.ts";

const MONTHS = ["January", "March", "April", "May", "June", "August", "October", "December"];

/** A birth date between 1945 and 2009: YYYY, YY, MM, DD, D and MONTH of the form are replaced. */
export const birthday: Generator = (random, [form = "YYYY-MM-DD"]) => {
  const year = String(1945 + randomBelow(random, 65));
  const day = String(2 + randomBelow(random, 26));
  const month = String(1 + randomBelow(random, 12));
  const pieces: Readonly<Record<string, string>> = {
    YYYY: year,
    YY: year.slice(2),
    MONTH: pick(random, MONTHS),
    MM: month.padStart(2, "0"),
    DD: day.padStart(2, "0"),
    D: day,
  };
  return form.replaceAll(/YYYY|YY|MONTH|MM|DD|D/g, (piece) => pieces[piece] ?? piece);
};

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The address of a made-up person at a made-up company. */
export const emailAddress: Generator = (random) => {
  const word = (least: number, spread: number): string =>
    randomChars(random, LETTERS, least + randomBelow(random, spread));
  const domain = `${word(6, 6)}.${pick(random, ["com", "de", "co.uk", "net", "fr", "io"])}`;
  return `${word(3, 5)}.${word(5, 5)}@${domain}`;
};

/** A telephone number of the North American plan, or with other digits for the `#` of a form. */
export const phone: Generator = (random, [form = "(###) ###-####"]) =>
  firstAccepted(
    () => form.replaceAll("#", () => randomChars(random, "0123456789", 1)),
    (made) =>
      validate(
        made.startsWith("+") && !made.startsWith("+1") ? "e164_phone" : "nanp_phone",
        made,
      ) === "valid",
  );
