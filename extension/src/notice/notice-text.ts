import english from "../../_locales/en/messages.json" with { type: "json" };
import { text } from "./text.ts";
import type { TextKey } from "./text.ts";

interface Message {
  readonly message: string;
  readonly placeholders?: Readonly<Record<string, { readonly content: string }>>;
}

function englishText(key: TextKey, values: readonly string[]): string {
  const { message, placeholders }: Message = english[key];
  return message.replaceAll(/\$([A-Z]+)\$/g, (_, name: string) => {
    const position = placeholders?.[name.toLowerCase()]?.content.slice(1);
    return values[Number(position) - 1] ?? "";
  });
}

/** As `text`, but in English where an update took the browser's texts from under a guard, which still stops and tells. */
export function noticeText(key: TextKey, ...values: readonly string[]): string {
  try {
    return text(key, ...values) || englishText(key, values);
  } catch {
    return englishText(key, values);
  }
}
