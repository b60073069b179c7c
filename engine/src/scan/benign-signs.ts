import { isEnglishRow } from "../validators/bip39.ts";
import { asciiOf } from "./base64.ts";
import type { Finding } from "./finding.ts";
import { isCountedIdentifier, isExplained, isInRow } from "./numbers-of-things.ts";
import { isPlaceholder } from "./placeholders.ts";
import {
  isEncrypted,
  isObjectName,
  isPublicByName,
  isShownHash,
  isUserAgain,
  isWebKey,
} from "./public-values.ts";
import type { Section } from "./section.ts";

/** How much of the text before a value is looked at, in UTF-16 units. */
const MAX_BEFORE = 256;

/** What stands before an offset of a section, and before the section itself where it is another reading of the same text. */
function textBefore({ text, container }: Section, at: number): string {
  const own = text.slice(Math.max(0, at - MAX_BEFORE), at);
  if (container === undefined || container.isBare || at >= MAX_BEFORE) return own;
  const { section, start } = container;
  return section.text.slice(Math.max(0, start - MAX_BEFORE), start) + own;
}

/** An address of a web page, with a path that people read and parameters that no secret is named by. */
const ADDRESS =
  /^https?:\/\/[\w.-]{1,100}(?::\d{1,5})?(?:\/(?:[A-Z]?[a-z]{1,24}(?:[A-Z][a-z]{2,24}){0,3}\d{0,4}|\d{1,8}|\$\{?[A-Za-z_]{1,24}\}?)(?:[._-](?:[A-Z]?[a-z]{1,24}\d{0,4}|\d{1,4})){0,8}){0,8}\/?(?:\?(?:[\w.%-]{1,24}=[\w.%:~+-]{0,15}&?){1,8})?(?:#[A-Za-z]{0,40})?$/;
const SECRET_PARAMETER =
  /[?&]\w{0,20}(?:token|key|sig|signature|secret|pass\w*|auth|code|hash)=[^&#]/i;

const isPlainAddress = (value: string): boolean =>
  ADDRESS.test(value) && !SECRET_PARAMETER.test(value);

/** So much of the text behind a name says what became of what it names. */
const MAX_VERB = 24;

/** A user's name and a password (RFC 7617). */
const PAIR = /^([^:\s]{1,64}):(\S{1,64})$/;

/** Certificates (RFC 7468), and what a key's place is kept by. */
const CERTIFICATES =
  /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----\s*)+$|^-----BEGIN ([A-Z ]{4,24})-----\s*-----END \1-----\s*$/;

/** A client's name of plain words with an empty password, as public clients send it (RFC 6749, 2.3.1). */
const PUBLIC_CLIENT = /^[a-z]{3,20}(?:-[a-z]{3,20}){1,6}:$/;

/** Does the value hold what an example has, in base64: a stand-in, alone or behind a user's name, or that name again? */
function isStockBase64(value: string): boolean {
  const text = asciiOf(value, true) ?? "";
  const [, user, password = ""] = PAIR.exec(text) ?? [];
  return (
    CERTIFICATES.test(text) ||
    PUBLIC_CLIENT.test(text) ||
    isPlaceholder(text.trim()) ||
    (password !== "" && (password === user || isPlaceholder(password)))
  );
}

/** How much of an encrypted value is looked at, in UTF-16 units. */
const MAX_ENCRYPTED = 4096;

/** A token that claims what manuals of libraries have their first token claim (RFC 7519): it says nothing of anybody. */
const DEMO_TOKEN = /^eyJ[\w-]{10,80}\.(eyJ[\w-]{4,400})\.[\w-]+$/;
const DEMO_CLAIM =
  /^\{\s?"(?:a|foo|hello|key|message|payload|some|test)":\s?"(?:b|bar|data|jwt|payload|test|value|world)"\s?\}$|"sub":\s?"1234567890"/;

/** The first part of such a token alone: it names an algorithm. */
const HEAD = /^\{(?:\s?"(?:alg|typ)":\s?"[A-Za-z0-9]{1,8}",?){1,2}\s?\}$/;

const isDemoToken = (value: string): boolean =>
  DEMO_CLAIM.test(asciiOf(DEMO_TOKEN.exec(value)?.[1] ?? "") ?? "") ||
  (value.startsWith("eyJ") && HEAD.test(asciiOf(value) ?? ""));

/** What redaction puts in a secret's place. */
const REDACTED = /^[A-Z0-9]+(?:_[A-Z0-9]+)*_\d{1,6}$/;

const isRedacted = (before: string, value: string, after: string): boolean =>
  before.endsWith("[") && after.startsWith("]") && REDACTED.test(value);

/** A question that is answered when it is first asked, and not again. */
function once(answer: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => (known ??= answer());
}

/** What may be benign about a value where it stands. Several patterns find the same value: each question is answered once. */
export interface BenignSigns {
  /** Does it stand for a secret? See `isPlaceholder`. */
  readonly isPlaceholder: () => boolean;
  readonly isNarrowPlaceholder: () => boolean;
  /** Is it the identifier of nobody, by its digits? */
  readonly isCounted: () => boolean;
  /** Is it a part of a table of numbers? */
  readonly isInRow: () => boolean;
  /** Is it a row of English words? */
  readonly isEnglish: () => boolean;
  /** Is it shown or published by its shape and what is around it: a hash in a manual, a web application's key, a manual's token? */
  readonly isShown: () => boolean;
  /** Does what stands before explain the number? */
  readonly isExplained: () => boolean;
  /** Is it an example's credentials? */
  readonly isStock: () => boolean;
  /** Is it what an object is called, or the address of a page? */
  readonly isNameOrAddress: () => boolean;
  /** Is it encrypted, or public by its name? */
  readonly isPublic: () => boolean;
}

/** The signs of a value in its place. */
function signsOf({ section, value }: Finding): BenignSigns {
  const { text, start, end } = value;
  const before = textBefore(section, start);
  const after = section.text.slice(end, end + MAX_ENCRYPTED);
  return {
    isPlaceholder: once(() => isPlaceholder(text) || isRedacted(before, text, after)),
    isNarrowPlaceholder: once(() => isPlaceholder(text, true) || isRedacted(before, text, after)),
    isCounted: once(() => isCountedIdentifier(text)),
    isInRow: once(() => isInRow(before, text, after)),
    isEnglish: once(() => isEnglishRow(text)),
    isShown: once(() => isShownHash(before, text) || isWebKey(text, after) || isDemoToken(text)),
    isExplained: once(() => isExplained(before, text)),
    isStock: once(() => isStockBase64(text) || isUserAgain(before, text)),
    isNameOrAddress: once(
      () => isObjectName(text, after.slice(0, MAX_VERB)) || isPlainAddress(text),
    ),
    isPublic: once(() => isEncrypted(before, text, after) || isPublicByName(before, text)),
  };
}

/** Tells the signs of findings' values; those of one place are made once. */
export function benignSigns(): (finding: Finding) => BenignSigns {
  const known = new Map<Section, Map<string, BenignSigns>>();
  return (finding) => {
    const { section, value } = finding;
    const inSection = known.get(section) ?? new Map<string, BenignSigns>();
    known.set(section, inSection);
    const place = `${value.start}:${value.end}`;
    const signs = inSection.get(place) ?? signsOf(finding);
    inSection.set(place, signs);
    return signs;
  };
}
