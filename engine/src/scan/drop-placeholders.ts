import { isEnglishRow } from "../validators/bip39.ts";
import { judgesMixture } from "../validators/validate.ts";
import { asciiOf } from "./base64.ts";
import { indexContributors } from "./contributors.ts";
import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
import { isPlaceholder } from "./placeholders.ts";
import { isCountedIdentifier, isExplained } from "./numbers-of-things.ts";
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
  /^https?:\/\/[\w.-]{1,100}(?::\d{1,5})?(?:\/(?:[A-Z]?[a-z]{1,24}\d{0,4}|\d{1,8})(?:[._-](?:[A-Z]?[a-z]{1,24}\d{0,4}|\d{1,4})){0,8}){0,8}\/?(?:\?(?:[\w.%-]{1,24}=[\w.%:~+-]{0,15}&?){1,8})?(?:#[A-Za-z]{0,40})?$/;
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

/** Is the value of a pattern that names what it finds benign by its shape: an example's credentials, an address, a paper's number? */
function isOrdinary({ pattern, section, value }: Finding, before: string): boolean {
  const { category, validator } = pattern;
  if ((category === "pii" || category === "payments") && isExplained(before, value.text))
    return true;
  // Addresses that matter by themselves have patterns of their own.
  const isNamed = validator !== undefined && judgesMixture(validator);
  const after = section.text.slice(value.end, value.end + MAX_VERB);
  if (isStockBase64(value.text) || isUserAgain(before, value.text)) return true;
  return isNamed && (isObjectName(value.text, after) || isPlainAddress(value.text));
}

/** Is the value benign by what stands before it or by how it is encrypted? Shapes that say what they are know no such excuse. */
function isHarmless(finding: Finding): boolean {
  const { pattern, section, value, confirmed } = finding;
  if (pattern.category === "pii" && isCountedIdentifier(value.text)) return true;
  // English words are a phrase by their checksum alone, and the patterns that ask for it have judged them.
  if (pattern.validator === undefined && isEnglishRow(value.text)) return true;
  const before = textBefore(section, value.start);
  const after = section.text.slice(value.end, value.end + MAX_ENCRYPTED);
  if (isShownHash(before, value.text) || isWebKey(value.text, after)) return true;
  if (isDemoToken(value.text)) return true;
  if (pattern.scoreWeight >= 2 || confirmed) return false;
  return (
    isOrdinary(finding, before) ||
    isEncrypted(before, value.text, after) ||
    isPublicByName(before, value.text)
  );
}

/**
 * Step 7: drops findings whose value is a placeholder's shape, except where a checksum confirmed the value, and those
 * whose value is public by its name or encrypted. A canary is neither.
 */
export function dropPlaceholders(findings: readonly Finding[]): Finding[] {
  const contributorsOf = memoise(indexContributors);
  return findings.filter((finding) => {
    const { value, pattern, confirmed, section } = finding;
    if (pattern.category === "canary") return true;
    if (!confirmed && isPlaceholder(value.text, pattern.scoreWeight >= 2)) return false;
    if (pattern.validator === "email") return !contributorsOf(section.text)(value.start);
    return !isHarmless(finding);
  });
}
