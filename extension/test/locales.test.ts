import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { noticeText } from "../src/notice/notice-text.ts";
import english from "../_locales/en/messages.json" with { type: "json" };

const extension = fileURLToPath(new URL("..", import.meta.url));
/** The most that stores take for a description. */
const MAX_DESCRIPTION_CHARS = 132;

interface Message {
  readonly message: string;
  readonly placeholders?: Readonly<Record<string, { readonly content: string }>>;
}

const languages = readdirSync(`${extension}_locales`);

const textsOf = (language: string): Readonly<Record<string, Message>> =>
  JSON.parse(readFileSync(`${extension}_locales/${language}/messages.json`, "utf8")) as Record<
    string,
    Message
  >;

/** The placeholders that a text uses, in order of their names. */
const used = ({ message }: Message): readonly string[] =>
  [...message.matchAll(/\$([A-Z]+)\$/g)].map(([, name = ""]) => name.toLowerCase()).toSorted();

const sources = ["src", "manifest.ts"]
  .flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : readdirSync(`${extension}${path}`, { recursive: true, encoding: "utf8" }).map(
          (name) => `${path}/${name}`,
        ),
  )
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readFileSync(`${extension}${path}`, "utf8"))
  .join("\n");

test("English, German, Spanish, French and Japanese are there", () => {
  expect(languages.toSorted()).toEqual(["de", "en", "es", "fr", "ja"]);
});

test("every text is used somewhere", () => {
  const unused = Object.keys(english).filter(
    (key) => !sources.includes(`"${key}"`) && !sources.includes(`__MSG_${key}__`),
  );
  expect(unused).toEqual([]);
});

test("where the browser has lost the texts, as after an update, they are the English ones", () => {
  expect(noticeText("noOverrideManaged", "acme", "7")).toBe(
    "The profile acme (version 7) of your organisation allows no exception.",
  );
});

describe.each(languages)("the texts in %s", (language) => {
  const texts = textsOf(language);

  test("have the keys of the English ones, in their order", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  test("have the placeholders of the English ones, each used", () => {
    const shape = (all: Readonly<Record<string, Message>>) =>
      Object.entries(all).map(([key, message]) => [key, message.placeholders, used(message)]);
    expect(shape(texts)).toEqual(shape(english));
    for (const message of Object.values(texts)) {
      expect(used(message)).toEqual(Object.keys(message.placeholders ?? {}).toSorted());
    }
  });

  test("are not empty, and hold no dollar sign that the browser would take for a placeholder's", () => {
    const bad = Object.entries(texts).filter(([, { message }]) => {
      return message.trim() === "" || message.replaceAll(/\$[A-Z]+\$/g, "").includes("$");
    });
    expect(bad).toEqual([]);
  });

  test("name their language, and fit the stores", () => {
    expect(texts["language"]?.message).toBe(language);
    expect(texts["direction"]?.message).toMatch(/^(?:ltr|rtl)$/);
    const description = texts["extensionDescription"]?.message ?? "";
    expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_CHARS);
  });
});
