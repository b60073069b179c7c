import { editor as monaco } from "monaco-editor/editor/editor.api.js";
import type { Mount } from "./editor.ts";

export const mount: Mount = (root, name) => {
  const view = monaco.create(root, {
    value: "",
    language: "plaintext",
    editContext: name === "monaco-editcontext",
    automaticLayout: true,
  });
  return { focus: () => view.focus(), read: () => view.getValue() };
};
