import { once } from "../once.ts";

/**
 * Look-alike characters and the Latin character each is taken for, as pairs. Chosen by eye from the Cyrillic, Greek,
 * Armenian and Cherokee blocks and typographic punctuation; Unicode Technical Standard 39 describes the attack.
 */
const PAIRS = [
  // Cyrillic capitals
  "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԌG ԚQ ԜW ӀI ҮY Ԁd ЗƷ",
  // Cyrillic small letters
  "аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԁd ɡg һh ԛq ԝw ӏl ѵv үy ԍg",
  // Greek capitals
  "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ϜF ϳj Ϻm",
  // Greek small letters
  "αa βb γy εe ιi κk νv οo ρp σo τt υu χx ϲc ωw ηn ϱp ϝf ϗk ɩi",
  // Armenian, Cherokee and Latin letters that resemble ASCII ones
  "օo ոn սu հh յj ցg Տs քp ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᏃZ ɑa ıi ȷj ʟl ᴏo ᴠv ᴡw ᴢz ᴋk ᴍm ᴜu ꜱs ʀr ɴn ʏy",
  // quotation marks, primes, hyphens, dashes, bars, colons and slashes that editors and chats put in
  "‘' ’' ‚' ‛' ′' “\" ”\" „\" ‟\" ″\" «\" »\" ‹' ›' ‐- ‑- ‒- –- —- ―- −- ⁃- ˗- ∶: ꞉: ։: ⁄/ ∕/ ⧸/ ∣| ǀ| ٫, ‗_ ∙. ·. ․.",
].join(" ");

const toMap = (pairs: string): ReadonlyMap<number, string> => {
  const map = new Map<number, string>();
  for (const pair of pairs.split(" ")) {
    const [from = "", to = ""] = pair;
    if (to !== "" && to.charCodeAt(0) < 0x80) map.set(from.codePointAt(0) ?? 0, to);
  }
  return map;
};

/** Code point of a look-alike character -> the ASCII character that it is taken for. */
export const confusables = once((): ReadonlyMap<number, string> => toMap(PAIRS));

/** Ranges, both ends included, of characters that show nothing and that step 1 removes. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x00ad, 0x00ad], // soft hyphen
  [0x0300, 0x036f], // combining diacritical marks: `A` with an accent laid over it is still an `A`
  [0x0483, 0x0489],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x200b, 0x200f], // zero-width space, joiners, direction marks
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20d0, 0x20ff],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f], // variation selectors
  [0xfe20, 0xfe2f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff], // tag characters, variation selectors supplement
];

/** Is this a character that shows nothing, or only lays a mark over the one before it? */
export function isInvisible(codePoint: number): boolean {
  return INVISIBLE.some(([first, last]) => codePoint >= first && codePoint <= last);
}
