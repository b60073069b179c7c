import { registerPlainText } from "@lexical/plain-text";
import type { Mount } from "./editor.ts";
import { mountLexical } from "./lexical.ts";

export const mount: Mount = (root) => mountLexical(root, [], registerPlainText);
