/**
 * The look of a notice. An important rule of a shadow tree is stronger than any of the page's. Sizes are in em, since rem
 * is the page's; the colours follow the system, for which the scheme stands on an element of ours.
 */
export const NOTICE_STYLE = `
:host {
  all: initial !important;
  display: block !important;
  position: fixed !important;
  inset: 0 auto auto 0 !important;
  inline-size: 0 !important;
  block-size: 0 !important;
}
.notice {
  --ink: #1b1f24; --quiet: #57606a; --paper: #ffffff; --line: #d0d7de; --accent: #0b57d0; --on-accent: #ffffff;
  --alarm: #b3261e; --alarm-paper: #fce8e6;
  color-scheme: light dark;
  box-sizing: border-box;
  font: 400 1em/1.5 system-ui, sans-serif;
  color: var(--ink);
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 0.75em;
  text-align: start;
  overflow-wrap: anywhere;
  user-select: text;
  cursor: default;
  box-shadow: 0 0.5em 2.5em rgb(0 0 0 / 35%);
}
@media (prefers-color-scheme: dark) {
  .notice {
    --ink: #e6edf3; --quiet: #9aa4af; --paper: #1c2128; --line: #444c56; --accent: #a8c7fa; --on-accent: #062e6f;
    --alarm: #f2b8b5; --alarm-paper: #4a1c19;
  }
}
.notice * { box-sizing: border-box; }
.notice [hidden] { display: none; }
dialog.notice {
  position: fixed;
  inset: 0;
  margin: auto;
  inline-size: min(30em, 100% - 2em);
  block-size: fit-content;
  max-block-size: calc(100% - 1em);
  overflow: auto;
  padding: 1.25em 1.5em;
}
dialog.notice::backdrop { background: rgb(0 0 0 / 45%); }
dialog.notice:focus { outline: none; }
header { display: flex; gap: 0.6em; align-items: center; }
svg { flex: none; inline-size: 1.6em; block-size: 1.6em; fill: var(--alarm); }
h1 { margin: 0; font-size: 1.2em; line-height: 1.3; font-weight: 600; }
p { margin: 0.75em 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25em 1em; margin: 1em 0 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
dd.what, .safe { font-weight: 600; }
.badge { padding: 0 0.5em; border-radius: 1em; background: var(--alarm-paper); color: var(--alarm); }
.quiet { color: var(--quiet); font-size: 0.875em; }
.row { display: flex; flex-wrap: wrap; gap: 0.5em; margin-block-start: 1.25em; }
.more { margin-block-start: 0.75em; margin-inline-start: -0.5em; }
button {
  font: inherit; color: var(--ink); background: transparent; cursor: pointer;
  border: 1px solid var(--line); border-radius: 0.5em; padding: 0.4em 1em; min-block-size: 2.5em;
}
button.first { color: var(--on-accent); background: var(--accent); border-color: var(--accent); font-weight: 600; }
button.link { border-color: transparent; color: var(--accent); padding-inline: 0.5em; }
button:hover { filter: brightness(0.95); }
:is(button, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.panel { margin-block-start: 0.75em; padding: 0 1em 0.75em; border: 1px solid var(--line); border-radius: 0.5em; }
.panel > p:first-child { margin-block-start: 0.75em; }
label { display: block; margin-block-start: 0.75em; }
input {
  display: block; inline-size: 100%; margin: 0.25em 0 0; padding: 0.4em 0.6em; font: inherit;
  color: var(--ink); background: var(--paper); border: 1px solid var(--quiet); border-radius: 0.4em;
}
.fault { color: var(--alarm); }
.toast {
  position: fixed;
  inset: 1em auto auto;
  inset-inline-end: 1em;
  margin: 0;
  inline-size: min(24em, 100% - 2em);
  max-block-size: calc(100% - 2em);
  overflow: auto;
  padding: 0.9em 1em;
}
.toast > div { display: flex; gap: 0.75em; align-items: start; }
.toast p { margin: 0; flex: 1; }
.toast strong { display: block; font-weight: 600; }
.toast button { padding: 0 0.6em; min-block-size: 2em; }
@media (max-height: 22em) { dialog.notice { padding: 0.5em 0.75em; } .row, dl, p { margin-block-start: 0.4em; } }
@media (prefers-reduced-motion: no-preference) {
  .notice { animation: appear 120ms ease-out; }
}
@keyframes appear { from { opacity: 0; translate: 0 -0.4em; } }
@media (forced-colors: active) { button.first { border: 2px solid; } }
`;
