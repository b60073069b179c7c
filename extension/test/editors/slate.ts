import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createEditor } from "slate";
import { Editable, ReactEditor, Slate, withReact } from "slate-react";
import { shown } from "./editor.ts";
import type { Mount } from "./editor.ts";

export const mount: Mount = async (root) => {
  const editor = withReact(createEditor());
  const initialValue = [{ type: "paragraph", children: [{ text: "" }] }];
  createRoot(root).render(createElement(Slate, { editor, initialValue }, createElement(Editable)));
  await shown(root, "[data-slate-editor]");
  return {
    focus: () => {
      ReactEditor.focus(editor);
      editor.select({ path: [0, 0], offset: 0 });
    },
    read: () => editor.children,
  };
};
