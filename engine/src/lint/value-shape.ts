import { escapeLiteral } from "../regex/escape-literal.ts";
import { GENERATORS } from "../sample/generators.ts";

/** The generators whose values a class of characters describes. */
export const CLASSES: Readonly<Record<string, string>> = {
  digits: "0-9",
  hex: "0-9a-f",
  HEX: "0-9A-F",
  lower: "a-z",
  upper: "A-Z",
  base32: "A-Z2-7",
  lower_digits: "0-9a-z",
  upper_digits: "0-9A-Z",
  alpha: "A-Za-z",
  base58: "1-9A-HJ-NP-Za-km-z",
  base62: "0-9A-Za-z",
  base64url: "0-9A-Za-z_-",
  base64: "0-9A-Za-z+/",
};

/** What ends a value in the texts that people paste. */
export const DELIMITER = /[\s"'`=:,;(){}[\]<>&?|]/;

/** A part of a value: a literal, or so many characters of a class. */
export type ValuePart =
  | { readonly kind: "literal"; readonly text: string }
  | {
      readonly kind: "chars";
      readonly generator: string;
      readonly min: number;
      readonly max: number;
    };

/** Does a text hold a generator that templates know? */
export function isTemplate(text: string): boolean {
  return Array.from(text.matchAll(/\{([A-Za-z0-9_]+)[:}]/g)).some(([, name = ""]) =>
    Object.hasOwn(GENERATORS, name),
  );
}

function partsOf(template: string): ValuePart[] {
  const parts: ValuePart[] = [];
  let at = 0;
  for (const found of template.matchAll(/\{([A-Za-z0-9_]+):([0-9]+)(?:-([0-9]+))?\}/g)) {
    const [whole, generator = "", least = "", most = least] = found;
    if (!Object.hasOwn(CLASSES, generator)) continue;
    if (found.index > at) parts.push({ kind: "literal", text: template.slice(at, found.index) });
    parts.push({ kind: "chars", generator, min: Number(least), max: Number(most) });
    at = found.index + whole.length;
  }
  if (at < template.length) parts.push({ kind: "literal", text: template.slice(at) });
  return parts;
}

/** The parts next to a value that belong to it, up to a delimiter; `side` is the way that they are gone through. */
function extend(parts: readonly ValuePart[], side: "left" | "right"): ValuePart[] {
  const kept: ValuePart[] = [];
  for (const part of parts) {
    if (part.kind === "chars") {
      kept.push(part);
      continue;
    }
    const pieces = part.text.split(DELIMITER);
    const text = (side === "left" ? pieces.at(-1) : pieces[0]) ?? "";
    if (text !== "") kept.push({ kind: "literal", text });
    if (pieces.length > 1) break;
  }
  return kept;
}

/** The value in a template: its longest generator and what stands around that up to a delimiter; undefined without one. */
export function valueParts(template: string): readonly ValuePart[] | undefined {
  const parts = partsOf(template);
  let main = -1;
  let most = 0;
  for (const [i, part] of parts.entries()) {
    if (part.kind !== "chars" || part.max <= most) continue;
    main = i;
    most = part.max;
  }
  const part = parts[main];
  if (part === undefined) return undefined;
  const before = extend(parts.slice(0, main).toReversed(), "left").toReversed();
  return [...before, part, ...extend(parts.slice(main + 1), "right")];
}

/** The value's parts as a template again, with its lengths changed. */
export function partsTemplate(
  parts: readonly ValuePart[],
  size: (chars: number) => number = (chars) => chars,
): string {
  return parts
    .map((part) =>
      part.kind === "literal" ? part.text : `{${part.generator}:${Math.max(1, size(part.min))}}`,
    )
    .join("");
}

/** An expression that matches the value, and no part of a longer one. */
export function partsRegex(parts: readonly ValuePart[]): string {
  const body = parts
    .map((part) => {
      if (part.kind === "literal") return escapeLiteral(part.text);
      const count = part.min === part.max ? `${part.min}` : `${part.min},${part.max}`;
      return `[${CLASSES[part.generator] ?? ""}]{${count}}`;
    })
    .join("");
  const first = parts[0];
  const last = parts.at(-1);
  const isWordy = (part: ValuePart | undefined, edge: 0 | -1): boolean =>
    part?.kind === "literal"
      ? /^\w$/.test(part.text.at(edge) ?? "")
      : !/[-+/]$/.test(CLASSES[part?.generator ?? ""] ?? "");
  const start = isWordy(first, 0) ? "\\b" : "";
  if (isWordy(last, -1)) return `${start}${body}\\b`;
  if (last?.kind !== "chars") return start + body;
  return `${start}(${body})(?:[^${CLASSES[last.generator] ?? ""}]|$)`;
}

/** Values of one shape and several lengths as one; the first where their shapes differ. */
export function mergeParts(
  all: readonly (readonly ValuePart[])[],
): readonly ValuePart[] | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const shapeOf = (parts: readonly ValuePart[]): string =>
    parts.map((part) => (part.kind === "literal" ? part.text : `{${part.generator}}`)).join("");
  const alike = all.filter((parts) => shapeOf(parts) === shapeOf(first));
  return first.map((part, i) => {
    if (part.kind === "literal") return part;
    const sizes = alike.flatMap((parts) => {
      const other = parts[i];
      return other?.kind === "chars" ? [other.min, other.max] : [];
    });
    return { ...part, min: Math.min(...sizes), max: Math.max(...sizes) };
  });
}
