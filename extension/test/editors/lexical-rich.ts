import { HeadingNode, QuoteNode, registerRichText } from "@lexical/rich-text";
import type { Mount } from "./editor.ts";
import { mountLexical } from "./lexical.ts";

export const mount: Mount = (root) =>
  mountLexical(root, [HeadingNode, QuoteNode], registerRichText);
