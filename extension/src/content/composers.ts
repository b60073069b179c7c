/** What a person writes in: its pieces are scanned with the end of the piece before, as one session. */
export interface Composer {
  readonly host: Element;
  readonly sessionId: string;
  /** End of what was last scanned. It holds content and stays in memory. */
  tail: string;
}

/** Composers by the element that they are; each exists as long as its element. */
export function composers(): (target: Element) => Composer {
  const known = new WeakMap<Element, Composer>();
  return (target) => {
    const host = editingHost(target);
    const composer = known.get(host) ?? { host, sessionId: crypto.randomUUID(), tail: "" };
    known.set(host, composer);
    return composer;
  };
}

/** The outermost editable element around a target; the target itself where there is none. */
export function editingHost(target: Element): Element {
  let host = target;
  for (let each: Element | null = target; each instanceof HTMLElement; each = each.parentElement) {
    if (each.isContentEditable) host = each;
  }
  return host;
}
