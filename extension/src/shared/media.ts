/** Is it so begun? Without methods, which a page could have replaced. */
function begins(text: string, start: string): boolean {
  for (let at = 0; at < start.length; at++) if (text[at] !== start[at]) return false;
  return true;
}

/** Source files whose endings, `.ts` and `.mod`, systems take for those of films and of music. */
const isSource = (type: string): boolean =>
  begins(type, "video/mp2t") || begins(type, "video/vnd.dlna") || begins(type, "audio/x-mod");

/**
 * Does the type of a Blob, in lower case as browsers give it, say that there is no text in it to find a secret in? Pictures
 * that are markup are text.
 */
export const isMediaType = (type: string): boolean =>
  (begins(type, "image/") && !begins(type, "image/svg")) ||
  ((begins(type, "video/") || begins(type, "audio/")) && !isSource(type)) ||
  begins(type, "font/");
