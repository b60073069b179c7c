/** As much of React's interface as the editors' pages use. */
declare module "react" {
  export interface Element {
    readonly props: unknown;
  }
  export function createElement(
    type: unknown,
    props?: object | null,
    ...children: Element[]
  ): Element;
  export function useMemo<T>(make: () => T, dependencies: readonly unknown[]): T;
  export function useState<T>(initial: T): [T, (next: T) => void];
}

declare module "react-dom/client" {
  import type { Element } from "react";
  export function createRoot(host: HTMLElement): { render(element: Element): void };
}

declare module "quill" {
  export default class Quill {
    constructor(host: HTMLElement, options: object);
    readonly root: HTMLElement;
    focus(): void;
    getContents(): { readonly ops: unknown };
  }
}
