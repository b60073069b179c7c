/** Where something is about to leave a page by its own scripts. */
export const BOUNDARIES = [
  "fetch",
  "xhr",
  "beacon",
  "websocket",
  "form",
  "navigation",
  "clipboard",
  "worker",
  "file",
] as const;

export type Boundary = (typeof BOUNDARIES)[number];

/**
 * The words of the channel between the page's world and the guards'. Events of the names HELLO and CALL exist only
 * before the first script of a page; all others only on an element that no page ever sees.
 */
export const CHANNEL = {
  /** The page's world hands the element over, as the `relatedTarget`. */
  hello: "weir-hello",
  /** The guards' world asks for it. */
  call: "weir-call",
  /** A question: `<id> <1 where the answer may come later> <boundary>\n<Content-Type>\n<URL>\n<body>`. */
  ask: "ask",
  /** A later answer: the id, negative for "stop". */
  answer: "answer",
  /** Is everything that can't be looked into to be stopped? Answered by `preventDefault`. */
  strict: "strict",
  /** Asks the page's world for a paste or a drop; what it holds stands in the element. */
  reinsert: "reinsert",
  /** The element's attribute that says which question was answered. */
  ack: "ack",
} as const;

/** In the place of a body that is too large to be read. */
export const TOO_LARGE = "weir/too-large";

/** Most bytes of a body that are read: the largest limit that an agent can have. */
export const MAX_READ_BYTES = 64 * 1024 * 1024;

/** Stands for a text that nobody read: longer than any limit. */
export const beyondLimits = (): string => " ".repeat(MAX_READ_BYTES + 1);

/** Names of the attributes in which the guards' world puts what is to be inserted. */
export const REINSERT = {
  kind: "kind",
  text: "text",
  html: "html",
  x: "x",
  y: "y",
  /** The name of the event by which the target is shown: made up for each request. */
  mark: "mark",
  /** Set to 1 where the page took what came. */
  taken: "taken",
} as const;
