import { fillTemplate, seededRandom } from "@weir/engine";
import { CODE } from "./noise/code.ts";
import { DOCUMENTS } from "./noise/documents.ts";
import { IDENTIFIERS } from "./noise/identifiers.ts";
import { INFRASTRUCTURE } from "./noise/infrastructure.ts";
import { LANGUAGES } from "./noise/languages.ts";
import { LOCK_FILES } from "./noise/lock-files.ts";
import { PLACEHOLDERS } from "./noise/placeholders.ts";
import { RECORDS } from "./noise/records.ts";
import { WEB } from "./noise/web.ts";
import { fillSlots, paragraphOf, pick } from "./noise/words.ts";
import type { Random } from "./noise/words.ts";

/** Templates of each kind, by theme; one is drawn and filled again and again. */
const THEMES = {
  "identifiers and numbers": IDENTIFIERS,
  "lock files": LOCK_FILES,
  "web pages": WEB,
  "placeholders and talk about keys": PLACEHOLDERS,
  infrastructure: INFRASTRUCTURE,
  "logs, tables and messages": RECORDS,
  "source code": CODE,
  documents: DOCUMENTS,
} as const;

const TEMPLATES = {
  ...IDENTIFIERS,
  ...LOCK_FILES,
  ...WEB,
  ...PLACEHOLDERS,
  ...INFRASTRUCTURE,
  ...RECORDS,
  ...CODE,
  ...DOCUMENTS,
};

type TemplateKind = keyof typeof TEMPLATES;
type LanguageKind = keyof typeof LANGUAGES;

/** What the benign text is made to look like. */
export type NoiseKind = TemplateKind | LanguageKind | "prose";

/** The kinds of noise, by theme. */
export const NOISE_THEMES: ReadonlyMap<string, readonly NoiseKind[]> = new Map([
  ...Object.entries(THEMES).map(([theme, kinds]): [string, NoiseKind[]] => [
    theme,
    Object.keys(kinds) as TemplateKind[],
  ]),
  ["prose", ["prose", ...(Object.keys(LANGUAGES) as LanguageKind[])]],
]);

/** Every kind of noise. */
export const NOISE_KINDS: readonly NoiseKind[] = [...NOISE_THEMES.values()].flat();

const isTemplateKind = (kind: NoiseKind): kind is TemplateKind => Object.hasOwn(TEMPLATES, kind);

function writerOf(kind: NoiseKind, random: Random): () => string {
  if (kind === "prose") return () => paragraphOf(random);
  if (isTemplateKind(kind)) {
    const templates: readonly string[] = TEMPLATES[kind];
    return () => fillTemplate(fillSlots(pick(random, templates, "\n"), random), random);
  }
  const { words, space, stop } = LANGUAGES[kind];
  return () => paragraphOf(random, words, space, stop);
}

/** So many characters of made-up text that holds no secret and no personal data; the same seed gives the same text. */
export function noise(kind: NoiseKind, seed: number, chars: number): string {
  const write = writerOf(kind, seededRandom(`noise:${kind}:${seed}`));
  const pieces: string[] = [];
  for (let made = 0; made < chars;) {
    const piece = write();
    pieces.push(piece);
    made += piece.length;
  }
  return pieces.join("").slice(0, chars);
}
