import { api } from "../shared/browser.ts";
import { isTextControl } from "../shared/text-control.ts";
import type { TextControl } from "../shared/text-control.ts";

/** The elements that can have a shadow root, beside those that a page defines (DOM, "valid shadow host name"). */
const HOSTS: ReadonlySet<string> = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(
    " ",
  ),
);

/** The shadow root of an element, a closed one too, which browsers let an extension see: each in its own way. */
export function shadowRootOf(host: HTMLElement): ShadowRoot | undefined {
  // Chromium takes a tenth of a millisecond to answer.
  if (!HOSTS.has(host.localName) && !host.localName.includes("-")) return undefined;
  // Firefox has no `dom`, and its store's check must not think that this asks for it.
  const { dom }: Partial<typeof chrome> = api;
  // An update takes `dom` from under a guard, which still sees open roots.
  const root =
    "openOrClosedShadowRoot" in host
      ? host.openOrClosedShadowRoot
      : (dom?.openOrClosedShadowRoot(host) ?? host.shadowRoot);
  return root instanceof ShadowRoot ? root : undefined;
}

/** The element that has the focus, in whatever shadow tree. */
function focusedElement(): HTMLElement | undefined {
  let focused = document.activeElement;
  for (let depth = 0; depth < 32 && focused instanceof HTMLElement; depth += 1) {
    const inner = shadowRootOf(focused)?.activeElement;
    if (!inner) return focused;
    focused = inner;
  }
  return undefined;
}

/** Remembers the caret of a text field; undefined for fields that have none, such as for e-mail addresses. */
function rememberCaret(control: TextControl): (() => void) | undefined {
  const { selectionStart, selectionEnd, selectionDirection } = control;
  if (selectionStart === null || selectionEnd === null) return undefined;
  const direction = selectionDirection ?? "none";
  return () => control.setSelectionRange(selectionStart, selectionEnd, direction);
}

function rememberSelection(): (() => void) | undefined {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return () => {
    if (!anchorNode.isConnected || !focusNode.isConnected) return;
    const most = (node: Node) => node.nodeValue?.length ?? node.childNodes.length;
    selection.setBaseAndExtent(
      anchorNode,
      Math.min(anchorOffset, most(anchorNode)),
      focusNode,
      Math.min(focusOffset, most(focusNode)),
    );
  };
}

/** Remembers what has the focus and where its caret is; the answer brings both back, where they are still there. */
export function rememberFocus(): () => void {
  const focused = focusedElement();
  if (focused === undefined) return () => undefined;
  const caret = isTextControl(focused) ? rememberCaret(focused) : rememberSelection();
  return () => {
    if (!focused.isConnected) return;
    focused.focus({ preventScroll: true });
    caret?.();
  };
}
