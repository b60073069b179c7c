/** Longest text that is shown of a name. */
const MAX_CHARS = 400;

/** A name as it may stand in a line on a terminal: what could steer the terminal or break the line is escaped. */
export function printable(name: string): string {
  const shown = name.length > MAX_CHARS ? `${name.slice(0, MAX_CHARS)}...` : name;
  return shown.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
