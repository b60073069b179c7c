import type { Detector } from "../scan/ruleset.ts";

/** `AWS Access Key` -> `AWS_ACCESS_KEY`. A canary's label is its owner's secret, so all canaries share one name. */
export function placeholderName({ name, category }: Detector): string {
  if (category === "canary") return "CANARY";
  let words = "";
  for (const char of name.toUpperCase()) {
    words += (char >= "A" && char <= "Z") || (char >= "0" && char <= "9") ? char : " ";
  }
  return words.split(" ").filter(Boolean).join("_");
}

/** What redaction puts in a value's place. */
const PLACEHOLDER = /\[[A-Z0-9]+(?:_[A-Z0-9]+)*_\d{1,6}\]/g;

/**
 * Makes the placeholders of a content: one for each value, under the name by which it was met first, and none that the content
 * already holds, which stands for another one there.
 */
export function placeholders(content: string): (name: string, value: string) => string {
  const known = new Map<string, string>();
  const last = new Map<string, number>();
  const held = new Set(content.match(PLACEHOLDER));
  return (name, value) => {
    const own = known.get(value);
    if (own !== undefined) return own;
    let number = last.get(name) ?? 0;
    let placeholder: string;
    do placeholder = `[${name}_${++number}]`;
    while (held.size > 0 && held.has(placeholder));
    last.set(name, number);
    known.set(value, placeholder);
    return placeholder;
  };
}
