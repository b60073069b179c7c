/** Elements that do something beside being read; browsers leave them out of what they paste as well. */
const ACTIVE = [
  "script, style, noscript, template, iframe, frame, frameset, object, embed, applet, base, meta, link, title, portal",
  "form, input, textarea, select, button, video, audio, svg, math, dialog",
  // What stands in these is text: parsed once more, it may be elements.
  "xmp, noembed, noframes, plaintext, listing",
].join(", ");

const LINKS = new Set([
  "href",
  "src",
  "xlink:href",
  "action",
  "formaction",
  "background",
  "poster",
]);

const isSafeLink = (value: string): boolean =>
  /^(?:https?:|mailto:|tel:|data:image\/(?!svg)|blob:|[^:]*$)/i.test(value.trim());

function cleanAttributes(element: Element): void {
  for (const name of element.getAttributeNames()) {
    const isHandler = name.startsWith("on") || name === "srcdoc" || name === "srcset";
    const isLink = LINKS.has(name) && !isSafeLink(element.getAttribute(name) ?? "");
    if (isHandler || isLink) element.removeAttribute(name);
  }
}

/** Taken out of the tree: in the text of the markup, what is left around one may be an element. */
function dropComments(parsed: Document): void {
  const comments = parsed.createNodeIterator(parsed.body, NodeFilter.SHOW_COMMENT);
  for (let each = comments.nextNode(); each !== null; each = comments.nextNode())
    each.parentNode?.removeChild(each);
}

/**
 * The markup of a paste without what acts: `execCommand("insertHTML")` leaves in what a browser's own paste takes out.
 * Undefined where the page's rules let nothing parse it.
 */
export function cleanHtml(html: string): string | undefined {
  try {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    for (const element of parsed.querySelectorAll(ACTIVE)) element.remove();
    for (const element of parsed.body.querySelectorAll("*")) cleanAttributes(element);
    dropComments(parsed);
    return parsed.body.innerHTML;
  } catch {
    return undefined;
  }
}
