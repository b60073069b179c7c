/** Code with all but ASCII escaped, so that V8 keeps a source at one byte a character and reads it faster. */
export const inAscii = (code: string): string =>
  code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
