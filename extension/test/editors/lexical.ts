import { $createParagraphNode, $getRoot, createEditor } from "lexical";
import type { Klass, LexicalEditor, LexicalNode } from "lexical";
import type { Mounted } from "./editor.ts";

export function mountLexical(
  root: HTMLElement,
  nodes: readonly Klass<LexicalNode>[],
  register: (editor: LexicalEditor) => unknown,
): Mounted {
  const box = document.createElement("div");
  box.contentEditable = "true";
  root.append(box);
  const editor = createEditor({
    namespace: "test",
    nodes,
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(box);
  register(editor);
  editor.update(() => void $getRoot().append($createParagraphNode()), { discrete: true });
  return {
    focus: () => editor.focus(),
    read: () => [editor.getEditorState().toJSON(), box.innerText],
  };
}
