import type { Section } from "./section.ts";

/** Step 3: is there anything to scan? White space alone is not. */
export function isEmpty(sections: readonly Section[]): boolean {
  return sections.every(({ text }) => text.trimStart() === "");
}
