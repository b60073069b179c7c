/** The host of an address; undefined where it has none. */
export function hostOfUrl(url: string): string | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return host === "" ? undefined : host;
}

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_HOST_CHARS = 253;

/**
 * The host that a person wrote, with or without scheme and path, in lower-case ASCII; undefined where that is none, is an
 * address, or is so short that it stands for a whole country's names.
 */
export function hostWritten(text: string): string | undefined {
  const trimmed = text.trim();
  const url = trimmed.includes("://") ? trimmed : `https://${trimmed}`;
  const host = hostOfUrl(url)?.replace(/\.$/, "");
  if (host === undefined || host.length > MAX_HOST_CHARS) return undefined;
  const labels = host.split(".");
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && !/^\d+$/.test(labels.at(-1) ?? "") ? host : undefined;
}
