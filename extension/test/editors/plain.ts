import type { Mount } from "./editor.ts";

/** What a browser brings itself: a text box and the two kinds of editable element. */
export const mount: Mount = (root, name) => {
  if (name === "textarea") {
    const box = document.createElement("textarea");
    root.append(box);
    return { focus: () => box.focus(), read: () => box.value };
  }
  const box = document.createElement("div");
  box.contentEditable = name === "plaintext-only" ? "plaintext-only" : "true";
  box.style.whiteSpace = name === "plaintext-only" ? "pre-wrap" : "normal";
  root.append(box);
  return { focus: () => box.focus(), read: () => [box.innerHTML, box.innerText] };
};
