// What a site's own program sends about itself: log-ins, sessions, keys of its own services. They are meant for whom they go to,
// no person put them into a text, and no page works where they are stopped (docs/adr/0025).

/** Fields for what logs a person in at this very host. */
const PASSWORD =
  /(?:pass(?:word|wd|code)?|pwd|otp|pin)(?:[_-]?(?:confirm(?:ation)?|again|repeat|verify))?\]?[0-2]?$/i;

/** Fields for what a site's program got from its own servers, or has in its source: sessions, proofs, keys of clients. */
const SESSION =
  /(?:token|jwt|[cx]srf|session(?:_?id)?|credential|assertion|ticket|nonce|verifier|challenge|auth(?:orization|entication)?|signature|saml(?:request|response)|relaystate|captcha|(?:^|[_-])(?:code|state|hash|sid)|key|dsn|client_?secret|response)\]?$/i;

/** Of one line, as it is and as JSON writes it, and no longer than passwords are. */
const A_PASSWORD = /^(?:[^\\\n]|\\[^nr]){0,256}$/;

/** One word, as no text of a person is; behind the scheme of an Authorization field, if any (RFC 9110, 11.4). */
const ONE_WORD = /^(?:(?:Bearer|Basic|Token)\s)?([^\s"'<>]{0,16384})$/i;

/**
 * What only a session has: a signed or encrypted token (RFC 7515, RFC 7516), tokens of Google's and Firebase's log-ins, the key
 * that Google's clients show to everybody, a message of SAML.
 */
const OF_SESSIONS =
  /^(?:eyJ[\w-]*(?:\.[\w-]*){2,4}|AIza[\w-]{35}|(?:ya29\.|1\/\/|AMf-)[\w./-]*|PHNhbWx[\w+/=-]*)$/;

/**
 * What is to be scanned of a site's own field: its value without its name, so that a key of another service is still found;
 * nothing of passwords and sessions. Undefined for any other field.
 */
export function ownValue(name: string, value: string): string | undefined {
  if (PASSWORD.test(name) && A_PASSWORD.test(value)) return "";
  const word = SESSION.test(name) ? ONE_WORD.exec(value)?.[1] : undefined;
  return word === undefined || !OF_SESSIONS.test(word) ? word : "";
}

/** A text, and the values of the site's own fields, which are to be scanned each by itself. */
export interface Parted {
  readonly rest: string;
  readonly own: readonly string[];
}

/**
 * The strings of JSON in their order, with the colon behind those that are names (RFC 8259). One that is not ended goes to
 * the end, so that no text is read twice.
 */
const STRINGS = /"((?:[^"\\]|\\[^])*)(?:"|\\?$)(\s*:)?/g;

/** Takes the site's own fields out of a text that is JSON. */
export function partJson(json: string): Parted {
  const own: string[] = [];
  let name = "";
  const rest = json.replace(STRINGS, (whole: string, text: string, colon: string | undefined) => {
    const value = colon === undefined && name !== "" ? ownValue(name, text) : undefined;
    name = colon === undefined ? "" : text;
    if (value === undefined) return whole;
    if (value !== "") own.push(value);
    return '""';
  });
  return { rest, own };
}
