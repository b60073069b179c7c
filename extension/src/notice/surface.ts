import { element } from "./element.ts";
import { NOTICE_STYLE } from "./style.ts";
import { noticeText as text } from "./notice-text.ts";

/** A place of ours in the page's document that the page can neither look into nor style. */
export interface Surface {
  /** What the page sees of it. */
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
}

/** Surfaces in the document, by their host. */
const surfaces = new Map<EventTarget, Surface>();

/** The surface that an event at `target` came from; the browser names the host for all that is inside it. */
export const surfaceAt = (target: EventTarget | null): Surface | undefined =>
  target === null ? undefined : surfaces.get(target);

/** Lays a surface into `parent`: beside the body, whose styles then do not reach it. */
export function openSurface(parent: Element = document.documentElement): Surface {
  const host = element("div");
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(NOTICE_STYLE);
  root.adoptedStyleSheets.push(sheet);
  const surface = { host, root };
  surfaces.set(host, surface);
  parent.append(host);
  return surface;
}

/** Takes a surface out of the page; once it is, this does nothing. */
export function closeSurface({ host }: Surface): void {
  surfaces.delete(host);
  host.remove();
}

/** The attributes of a text's language, for what reads it aloud and for its direction. */
export const languageAttributes = (): Readonly<Record<string, string>> => ({
  lang: text("language"),
  dir: text("direction"),
});
