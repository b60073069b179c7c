import { exampleSetup } from "prosemirror-example-setup";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import type { Mount } from "./editor.ts";

export const mount: Mount = (root) => {
  const state = EditorState.create({ schema, plugins: exampleSetup({ schema, menuBar: false }) });
  const view = new EditorView(root, { state });
  view.dom.style.whiteSpace = "pre-wrap";
  return { focus: () => view.focus(), read: (): unknown => view.state.doc.toJSON() };
};
