import { beyondLimits, BOUNDARIES, CHANNEL, REINSERT, TOO_LARGE } from "../shared/boundary.ts";
import type { Boundary } from "../shared/boundary.ts";
import { sentText } from "../shared/body-text.ts";
import { fileList } from "./file-list.ts";

/** What becomes of something that a script of the page sends. */
export type Decision = "let-go" | "stop";

/** Who decides what the page's own scripts send. */
export interface ChannelHandlers {
  decideSync(text: string, boundary: Boundary): Decision;
  decideHeld(text: string, boundary: Boundary): Promise<Decision>;
  /** Is everything to be stopped that can't be looked into? No, where it is absent. */
  strict?(): boolean;
}

/** A paste or a drop that the page is to be given anew, as if it came from the person. */
export interface ReinsertRequest {
  readonly kind: "paste" | "drop";
  readonly target: Element;
  readonly text: string;
  /** Empty where there is none. */
  readonly html: string;
  readonly files: readonly File[];
  /** Where a drop happened, in the viewport. */
  readonly x: number;
  readonly y: number;
}

/** What the page's own world does for the guards. */
export interface Channel {
  /** Did a script of the page take it? Where none did, nothing was inserted. */
  reinsert(request: ReinsertRequest): boolean;
}

interface Asked {
  readonly id: number;
  readonly mayWait: boolean;
  readonly boundary: Boundary;
  readonly text: string;
}

function readQuestion(detail: unknown): Asked | undefined {
  if (typeof detail !== "string") return undefined;
  const [head = "", contentType = "", url = ""] = detail.split("\n", 3);
  const [id = "", mayWait, name, size] = head.split(" ");
  const boundary = BOUNDARIES.find((each) => each === name);
  if (boundary === undefined) return undefined;
  const body = detail.slice(head.length + contentType.length + url.length + 3);
  const text = size === TOO_LARGE ? beyondLimits() : sentText({ url, contentType, body });
  return { id: Number(id), mayWait: mayWait === "1", boundary, text };
}

/** Answers a question at once; false where the answer is "stop". */
function answerNow({ text, boundary }: Asked, handlers: ChannelHandlers): boolean {
  return text === "" || handlers.decideSync(text, boundary) === "let-go";
}

async function answerLater(asked: Asked, handlers: ChannelHandlers): Promise<boolean> {
  if (asked.text === "") return true;
  try {
    return (await handlers.decideHeld(asked.text, asked.boundary)) === "let-go";
  } catch {
    return false;
  }
}

async function answerHeld(element: Element, asked: Asked, handlers: ChannelHandlers) {
  const detail = (await answerLater(asked, handlers)) ? asked.id : -asked.id;
  element.dispatchEvent(new CustomEvent(CHANNEL.answer, { detail }));
}

function serve(element: Element, handlers: ChannelHandlers): void {
  element.addEventListener(CHANNEL.ask, (event) => {
    const asked = event instanceof CustomEvent ? readQuestion(event.detail) : undefined;
    // What is not answered is not let go.
    if (asked === undefined) return;
    if (asked.mayWait) {
      void answerHeld(element, asked, handlers);
    } else if (!answerNow(asked, handlers)) event.preventDefault();
    element.setAttribute(CHANNEL.ack, String(asked.id));
  });
  element.addEventListener(CHANNEL.strict, (event) => {
    if (handlers.strict?.() === true) event.preventDefault();
  });
}

function reinsertBy(element: Element, request: ReinsertRequest): boolean {
  const { target, files, ...facts } = request;
  const mark = `weir-${crypto.randomUUID()}`;
  const attributes = { ...facts, mark, taken: "" };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (files.length > 0) {
    const input = document.createElement("input");
    input.type = "file";
    input.files = fileList(files);
    element.replaceChildren(input);
  }
  try {
    element.dispatchEvent(new CustomEvent(CHANNEL.reinsert));
    target.dispatchEvent(new CustomEvent(mark, { composed: true }));
    return element.getAttribute(REINSERT.taken) === "1";
  } finally {
    element.replaceChildren();
    for (const name of Object.keys(attributes)) element.removeAttribute(name);
  }
}

/**
 * Opens the channel to the page's world. To be called at the start of the document, before the first script of the page;
 * what the page's world asks before that is stopped.
 */
export function openChannel(handlers: ChannelHandlers): Channel {
  let element: Element | undefined;
  window.addEventListener(
    CHANNEL.hello,
    (event) => {
      const given = event instanceof MouseEvent ? event.relatedTarget : null;
      if (element !== undefined || !(given instanceof Element)) return;
      element = given;
      serve(given, handlers);
      given.setAttribute(CHANNEL.ack, CHANNEL.hello);
    },
    { once: true },
  );
  window.dispatchEvent(new CustomEvent(CHANNEL.call));
  return {
    reinsert: (request) => element !== undefined && reinsertBy(element, request),
  };
}
