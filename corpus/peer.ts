import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

const config = {
  rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }],
};

// Its profiler keeps every mark and searches all of them at the next: after some thousand texts nothing else happens.
Object.defineProperty(performance, "mark", { value: () => undefined });

/** Does secretlint, with the rules that it recommends, report anything in a text? The file it is told of is a plain text. */
export async function peerBlocks(text: string): Promise<boolean> {
  const { messages } = await lintSource({
    source: { content: text, filePath: "paste.txt", ext: ".txt", contentType: "text" },
    options: { config, noPhysicFilePath: true },
  });
  return messages.length > 0;
}
