import type { BrowserName } from "./harness.ts";
import type { Received } from "./fixture-server.ts";

/** A way out of a page: what a page's script does with a text, and how the text arrives where nothing holds it. */
export interface Vector {
  readonly name: string;
  /** Runs in the page. `url` is the sink's address. */
  readonly run: (text: string, url: string) => unknown;
  /** What the server has to see of the text, byte for byte. The body, where nothing is said. */
  readonly arrives?: (received: Received, text: string) => boolean;
  /** The browsers that have this way out; all where nothing is said. */
  readonly only?: BrowserName;
}

/** The text stands in the address. */
export const inQuery = ({ url }: Received, text: string): boolean =>
  new URL(url, "https://fixture").searchParams.get("q") === text;

/** The text is the field "prompt" of a form, whose parts are whole. */
export const inMultipart = ({ headers, body }: Received, text: string): boolean => {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "?";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="prompt"`;
  const whole = body.toString();
  return (
    whole.startsWith(head) &&
    whole.includes(`\r\n\r\n${text.replaceAll(/\r?\n/g, "\r\n")}\r\n--${boundary}`) &&
    whole.endsWith(`--${boundary}--\r\n`)
  );
};

export const inParams = ({ body }: Received, text: string): boolean =>
  new URLSearchParams(body.toString()).get("prompt")?.replaceAll("\r\n", "\n") === text;
