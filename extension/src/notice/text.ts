import type english from "../../_locales/en/messages.json";
import { api } from "../shared/browser.ts";

/** The name of a text; every language has the same ones. */
export type TextKey = keyof typeof english;

/** A text in the browser's language, or in English; `values` stand in for its placeholders, in order. */
export const text = (key: TextKey, ...values: readonly string[]): string =>
  api.i18n.getMessage(key, [...values]);
