import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { GECKO_ID } from "../manifest.ts";

const source = fileURLToPath(new URL("..", import.meta.url));

export interface NoticeExtension {
  readonly folder: string;
  readonly remove: () => void;
}

/** The English texts as a language of another direction would have them. */
function rightToLeft(): string {
  const texts = JSON.parse(
    readFileSync(join(source, "_locales", "en", "messages.json"), "utf8"),
  ) as Record<string, { readonly message: string }>;
  const turned = { ...texts, direction: { message: "rtl" }, language: { message: "ar" } };
  return JSON.stringify(turned);
}

/** An extension that is the notice alone, asked for by events in the page (`notice-driver.ts`). */
export async function makeNoticeExtension(direction: "ltr" | "rtl"): Promise<NoticeExtension> {
  const folder = mkdtempSync(join(tmpdir(), "weir-notice-"));
  const built = await rolldown({
    input: join(source, "test", "notice-driver.ts"),
    platform: "browser",
    logLevel: "warn",
  });
  await built.write({ file: join(folder, "content.js"), format: "iife", codeSplitting: false });
  await built.close();
  if (direction === "ltr") {
    cpSync(join(source, "_locales"), join(folder, "_locales"), { recursive: true });
  } else {
    mkdirSync(join(folder, "_locales", "en"), { recursive: true });
    writeFileSync(join(folder, "_locales", "en", "messages.json"), rightToLeft());
  }
  const manifest = {
    manifest_version: 3,
    name: "notice",
    version: "1",
    default_locale: "en",
    content_scripts: [
      { matches: ["https://*.example.test/*"], js: ["content.js"], run_at: "document_start" },
    ],
    browser_specific_settings: { gecko: { id: GECKO_ID } },
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
