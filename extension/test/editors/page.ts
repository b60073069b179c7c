import type { Mount, Mounted } from "./editor.ts";

/** The page of one editor: `?editor=<name>` mounts it and gives `focusEditor` and `readEditor` to the test. */
const EDITORS: Readonly<Record<string, () => Promise<{ readonly mount: Mount }>>> = {
  textarea: () => import("./plain.ts"),
  "react-textarea": () => import("./react-textarea.ts"),
  contenteditable: () => import("./plain.ts"),
  "plaintext-only": () => import("./plain.ts"),
  prosemirror: () => import("./prosemirror.ts"),
  tiptap: () => import("./tiptap.ts"),
  "lexical-plain": () => import("./lexical-plain.ts"),
  "lexical-rich": () => import("./lexical-rich.ts"),
  quill: () => import("./quill.ts"),
  slate: () => import("./slate.ts"),
  codemirror: () => import("./codemirror.ts"),
  "monaco-textarea": () => import("./monaco.ts"),
  "monaco-editcontext": () => import("./monaco.ts"),
};

const root = document.createElement("div");

async function mounted(name: string): Promise<Mounted> {
  const load = EDITORS[name];
  if (load === undefined) throw new Error(`no editor is called ${name}`);
  const { mount } = await load();
  return mount(root, name);
}

root.style.cssText = "width:600px;height:300px;";
document.body.append(root);
const editor = new URLSearchParams(location.search).get("editor") ?? "";
const { focus, read } = await mounted(editor);
Object.assign(globalThis, { focusEditor: focus, readEditor: () => JSON.stringify(read()) });
document.documentElement.dataset["ready"] = editor;
