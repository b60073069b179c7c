import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { shown } from "./editor.ts";
import type { Mount } from "./editor.ts";

/** A text box whose value is React's: what it holds is what React's state holds. */
export const mount: Mount = async (root) => {
  let state = "";
  function Box() {
    const [value, setValue] = useState("");
    state = value;
    const onChange = ({ target }: { target: HTMLTextAreaElement }) => setValue(target.value);
    return createElement("textarea", { value, onChange });
  }
  createRoot(root).render(createElement(Box));
  const box = await shown(root, "textarea");
  return { focus: () => box.focus(), read: () => state };
};
