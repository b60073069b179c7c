import { Editor } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { shown } from "./editor.ts";
import type { Mount } from "./editor.ts";

export const mount: Mount = async (root) => {
  const editor = new Editor({ element: root, extensions: [StarterKit] });
  const box = await shown(root, ".tiptap");
  return { focus: () => box.focus(), read: () => editor.getJSON() };
};
