import { packedRulesOf, rulesHere } from "../scanner/packed-rules.ts";
import { createScanner } from "../scanner/scanner.ts";
import type { Scanner } from "../scanner/scanner.ts";
import { api } from "../shared/browser.ts";
import type { Settings } from "../shared/settings.ts";
import type { CompanionState } from "./state.ts";

/** The rules of the package. Their script runs before that of a background which stops requests; others seldom need them. */
async function packagedRules(): Promise<string | undefined> {
  const here = rulesHere();
  if (here !== undefined) return here;
  try {
    const response = await fetch(api.runtime.getURL("rules.js"));
    return packedRulesOf(await response.text());
  } catch {
    return undefined;
  }
}

/** The engine of the background: for requests that no frame has seen, and for when the agent gives no verdict. */
export interface OwnEngine {
  /** Brought up to the settings in force, and built first where that was not done. */
  ready(): Promise<Scanner>;
  /** Is it there? */
  isReady(): boolean;
  /** The settings that it was last brought up to. */
  settings(): Settings | undefined;
  /** As it was last; before the first `ready` by the rules of the package, where their script ran: else it decides nothing. */
  now(): Scanner;
}

/** The background's engine, by the settings of `state`. Nothing is built before it is asked for. */
export function ownEngine(state: CompanionState): OwnEngine {
  let scanner: Scanner | undefined;
  let first: Scanner | undefined;
  let upTo: Settings | undefined;
  const start = async (settings: Settings): Promise<Scanner> => {
    const packaged = await packagedRules();
    const made = createScanner(() => packaged);
    made.update((await state.rules()).text, settings);
    return made;
  };
  return {
    isReady: () => scanner !== undefined,
    settings: () => upTo,
    now: () => scanner ?? (first ??= createScanner(rulesHere)),
    ready: async () => {
      const settings = await state.settings();
      if (scanner?.version() !== settings.rulesVersion) scanner = await start(settings);
      else scanner.update("", settings);
      first = undefined;
      upTo = settings;
      return scanner;
    },
  };
}
