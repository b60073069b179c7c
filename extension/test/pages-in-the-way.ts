import type { FixturePage } from "./fixture-server.ts";

/** A plain page with two places to write in. */
export const plainPage = (inside: string, style = ""): string =>
  `<!doctype html><meta charset="utf-8"><title>Chat</title><style>${style}</style>
  <textarea id="prompt" rows="4" cols="40">one two three</textarea>
  <div id="editable" contenteditable>four five six</div>${inside}`;

/** Pages that get in the way of what is shown over them, each in a way that real ones do. */
export const IN_THE_WAY: Readonly<Record<string, FixturePage>> = {
  "a strict content policy and Trusted Types": {
    body: plainPage(""),
    headers: {
      "content-security-policy":
        "default-src 'none'; style-src 'none'; script-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    },
  },
  "a modal dialog of its own": {
    body: plainPage(
      `<dialog id="own"><button>Own</button></dialog><script>own.showModal()</script>`,
    ),
  },
  "no pointer events for all of it": {
    body: plainPage("", "html, body, div, * { pointer-events: none !important }"),
  },
  "an overlay of the largest z-index": {
    body: plainPage(
      `<div style="position:fixed;inset:0;z-index:2147483647;background:#c0ffee"></div>`,
    ),
  },
  "styles for every element": {
    body: plainPage(
      "",
      "* { display: none !important; opacity: 0 !important } html, body { display: block !important; font-size: 1px }",
    ),
  },
  "a trap for focus, keys and clicks": {
    body: plainPage(`<script>
      for (const type of ["click", "mousedown", "pointerdown", "keydown", "focusin"])
        for (const where of [window, document])
          where.addEventListener(type, (event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
            if (type === "focusin") document.querySelector("#prompt").focus();
          }, true);
    </script>`),
  },
  "a root that is transformed and sees through": {
    body: plainPage(
      "",
      "html { transform: scale(.5); opacity: .3; filter: blur(2px) } body { visibility: hidden }",
    ),
  },
};
