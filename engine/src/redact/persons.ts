import { lineAt } from "../scan/cells.ts";
import type { Secret } from "./alike.ts";

/** Mailboxes, dates on which somebody may have been born, and telephone numbers of any country, by their form alone. */
const PERSONAL =
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w.,+/-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19\d\d|20[01]\d)|(?:19\d\d|20[01]\d)-\d\d-\d\d|(?:\+|\(?0)[\d ()/.-]{7,18}\d|(?!\d{4}-\d\d-|\d\d?\.\d\d?\.)[1-9]\d{1,3}(?:[ .-]\d{2,4}){2,4})(?![\w-]|[.,]\d)/g;

/** Does a pattern find what a list says of persons? */
const isOfList = ({ pattern: { category, minMatches } }: Secret): boolean =>
  category === "pii" && minMatches > 1;

/**
 * What else the rows of a list say of persons where one column of it is redacted: whoever has the mailboxes replaced means the
 * dates of birth and the telephone numbers beside them as well. Each with the value that it stands beside, in no order. Linear
 * in the content.
 */
export function personsBeside<S extends Secret>(content: string, secrets: readonly S[]): S[] {
  const seen = new Set<number>();
  return secrets.filter(isOfList).flatMap((secret) => {
    const line = lineAt(content, secret.start);
    if (line === undefined || seen.has(line.start)) return [];
    seen.add(line.start);
    return [...content.slice(line.start, line.end).matchAll(PERSONAL)].map(
      ({ index, 0: found }) => {
        const start = line.start + index;
        return { ...secret, start, end: start + found.length };
      },
    );
  });
}
