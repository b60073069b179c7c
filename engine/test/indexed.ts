import { indexText } from "../src/scan/sites.ts";
import type { TextIndex } from "../src/scan/sites.ts";
import { PlainSurvey } from "../src/scan/survey.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";

/** What is known of a text, as scans know it. */
export function indexed(content: string): TextIndex {
  const bytes = bytesOf(content);
  return indexText(bytes, new PlainSurvey(bytes));
}
