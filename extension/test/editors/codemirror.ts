import { basicSetup, EditorView } from "codemirror";
import type { Mount } from "./editor.ts";

export const mount: Mount = (root) => {
  const view = new EditorView({ parent: root, extensions: [basicSetup] });
  return { focus: () => view.focus(), read: () => view.state.doc.toString() };
};
