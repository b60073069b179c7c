import Quill from "quill";
import type { Mount } from "./editor.ts";

export const mount: Mount = (root) => {
  const box = document.createElement("div");
  root.append(box);
  const quill = new Quill(box, { modules: { history: { delay: 0 } } });
  quill.root.style.whiteSpace = "pre-wrap";
  return { focus: () => quill.focus(), read: () => quill.getContents().ops };
};
