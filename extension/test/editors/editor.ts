/** An editor that the page shows: how it gets the focus, and all that it holds. */
export interface Mounted {
  readonly focus: () => void;
  readonly read: () => unknown;
}

export type Mount = (root: HTMLElement, name: string) => Mounted | Promise<Mounted>;

/** The element that an editor puts into the page, once it is there. */
export async function shown(root: HTMLElement, selector: string): Promise<HTMLElement> {
  for (;;) {
    const element = root.querySelector(selector);
    if (element instanceof HTMLElement) return element;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}
