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

/** Numbers values within one content: the same value of one name always gets the same placeholder. */
export function placeholderNumbers(): (name: string, value: string) => string {
  const numbers = new Map<string, Map<string, number>>();
  return (name, value) => {
    const known = numbers.get(name) ?? new Map<string, number>();
    numbers.set(name, known);
    const number = known.get(value) ?? known.size + 1;
    known.set(value, number);
    return `[${name}_${number}]`;
  };
}
