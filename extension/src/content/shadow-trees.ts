import { shadowRootOf } from "../notice/focus.ts";
import { isNotice } from "../notice/notice.ts";

/** Events that come before those that stay within a shadow tree, and are told outside of it. */
const BEFORE = ["focusin", "pointerdown", "input"];

/** The element with the focus within shadow trees at an element, closed ones too; the element itself where there is none. */
export function focusedWithin(element: Element): Element {
  const inner = element instanceof HTMLElement ? shadowRootOf(element)?.activeElement : undefined;
  return inner ? focusedWithin(inner) : element;
}

/** The shadow trees that an event came through, closed ones at its target too. */
function rootsOf(event: Event): readonly ShadowRoot[] {
  const path = event.composedPath();
  const roots = path.filter((each) => each instanceof ShadowRoot);
  for (let at = path[0]; at instanceof HTMLElement;) {
    const root = shadowRootOf(at);
    if (root === undefined) break;
    roots.push(root);
    at = root.activeElement ?? undefined;
  }
  return roots;
}

/**
 * A changed field for files and a form that is submitted tell it only within their shadow tree (DOM, "composed"). There they
 * are listened to, from when the person first comes to it. Answers with what begins to follow the person.
 */
export function shadowTrees(listen: (root: ShadowRoot) => void): () => void {
  const known = new WeakSet<ShadowRoot>();
  const follow = (event: Event): void => {
    if (!event.isTrusted || isNotice(event.target)) return;
    for (const root of rootsOf(event)) {
      if (!known.has(root)) listen(root);
      known.add(root);
    }
  };
  return () => {
    for (const name of BEFORE) window.addEventListener(name, follow, { capture: true });
  };
}
