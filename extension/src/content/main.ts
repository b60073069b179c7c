import { armNotice, showToast } from "../notice/notice.ts";
import { rulesHere } from "../scanner/packed-rules.ts";
import { createScanner } from "../scanner/scanner.ts";
import type { Scanner } from "../scanner/scanner.ts";
import type { Settings } from "../shared/settings.ts";
import { isMarkedStrict } from "../shared/strict-mark.ts";
import { linkBackground } from "./background-link.ts";
import type { BackgroundLink } from "./background-link.ts";
import { guardBeforeInput } from "./before-input.ts";
import { openChannel } from "./channel.ts";
import { composers } from "./composers.ts";
import { createDecider } from "./decide.ts";
import { guardDrop } from "./drop.ts";
import { fileFields } from "./files.ts";
import { guardSubmit } from "./submission.ts";
import { guarding } from "./guards.ts";
import type { Guards } from "./guards.ts";
import { lateBlock } from "./late-block.ts";
import { networkHandlers } from "./network.ts";
import { guardPaste } from "./paste.ts";
import { personBy } from "./person.ts";
import { keepListening } from "./rearm.ts";
import { rehearsal } from "./rehearsal.ts";
import { resumeWith } from "./resume.ts";
import { shadowTrees } from "./shadow-trees.ts";
import { beforePastes, warmUp, whileIdle } from "./warm-up.ts";

const isTopFrame = (): boolean => window.top === window;

/** Fetches the rules in force. */
async function fetchRules(
  link: BackgroundLink,
  scanner: Scanner,
  settings: Settings,
): Promise<void> {
  const answer = await link.ask({ kind: "rules", have: scanner.version() });
  if (answer?.kind === "rules" && answer.version === settings.rulesVersion) {
    scanner.update(answer.text, settings);
  }
}

/** Takes up what the background tells. */
function followBackground(link: BackgroundLink, scanner: Scanner): void {
  link.onPush((push) => {
    if (push.kind === "request-stopped") showToast("request-stopped", push.patternName);
    if (push.kind !== "settings") return;
    const { settings } = push;
    scanner.update("", settings);
    if (settings.rulesVersion !== scanner.version()) void fetchRules(link, scanner, settings);
  });
}

/** Settles once the person sees the page: tabs that are opened in the background, or made beforehand, may never be looked at. */
async function seen(): Promise<void> {
  if (!document.hidden) return;
  await new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true });
  });
}

/** Makes the frame ready for a paste, once it is known what is in force. */
async function prepare(
  link: BackgroundLink,
  scanner: Scanner,
  rehearse: (text: string) => void,
): Promise<void> {
  await link.settled();
  await seen();
  warmUp(() => scanner.prepare(), rehearse);
}

/** Builds the rules while nothing else happens, once. */
function buildWhenIdle(scanner: Scanner): () => void {
  let isAsked = false;
  return () => {
    if (!isAsked) whileIdle(() => scanner.prepare());
    isAsked = true;
  };
}

function start(): void {
  const scanner = createScanner(rulesHere);
  const link = linkBackground(() => {
    if (isTopFrame()) showToast("reload");
  });
  followBackground(link, scanner);
  const late = lateBlock(link);
  const targets = composers();
  const decider = createDecider({
    scanner,
    link,
    isTabHeld: late.isHeld,
    onCold: buildWhenIdle(scanner),
    onLate: ({ text, composer }, patternName) => late.hold(text, composer?.host, patternName),
  });
  const person = personBy(link);
  // A page can start a worker before the settings have come.
  const isStrict = (): boolean => link.settings()?.strict ?? isMarkedStrict();
  const channel = openChannel(networkHandlers(decider, person, isStrict));
  const guards: Guards = {
    decider,
    person,
    resume: resumeWith(channel),
    composerOf: targets,
  };
  const onPaste = guarding(person, (event: ClipboardEvent) => guardPaste(event, guards));
  const onDrop = guarding(person, (event: DragEvent) => guardDrop(event, guards));
  const onInput = guarding(person, (event: InputEvent) => guardBeforeInput(event, guards));
  const onSubmit = guarding(person, guardSubmit(guards));
  const fields = fileFields(guards);
  const onFiles = guarding(person, fields.guard);
  const followShadowTrees = shadowTrees((root) => {
    root.addEventListener("change", onFiles, { capture: true });
    root.addEventListener("submit", onSubmit, { capture: true });
  });
  const rehearse = rehearsal(scanner, link);
  const followPerson = beforePastes((text) => {
    if (scanner.ready()) rehearse(text);
  });
  keepListening(() => {
    armNotice();
    // First, as the others end the events that they hold.
    followShadowTrees();
    followPerson();
    window.addEventListener("paste", onPaste, { capture: true });
    window.addEventListener("drop", onDrop, { capture: true });
    window.addEventListener("beforeinput", onInput, { capture: true });
    window.addEventListener("submit", onSubmit, { capture: true });
    window.addEventListener("click", fields.remember, { capture: true });
    window.addEventListener("input", onFiles, { capture: true });
    window.addEventListener("change", onFiles, { capture: true });
  });
  // Other frames build their rules when they are first needed.
  if (isTopFrame()) void prepare(link, scanner, rehearse);
}

start();
