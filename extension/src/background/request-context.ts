import type { LocalVerdict } from "../scanner/scanner.ts";
import type { RulesState } from "../shared/fail-policy.ts";
import type { AgentVerdict } from "../shared/messages.ts";
import type { Settings } from "../shared/settings.ts";

/** What the guards of requests need of the rest of the background. */
export interface RequestContext {
  /** The agent's verdict; a text that was asked about a moment ago is not counted again. Never rejects. */
  verdict(text: string): Promise<AgentVerdict>;
  /** The own engine's verdict; undefined where there are no rules. */
  local(text: string): Promise<LocalVerdict | undefined>;
  /** The same, at once: by the rules of the package where those in force are not read yet. */
  localNow(text: string): LocalVerdict | undefined;
  /** Are those in force read? */
  isReady(): boolean;
  settings(): Promise<Settings>;
  /** Those that were last in force; undefined until some were read. */
  settingsNow(): Settings | undefined;
  rulesState(): Promise<RulesState>;
  /** Are pages at this address guarded? */
  isGuarded(url: string): boolean;
  /** Are all requests of this tab held for the agent? */
  isHeld(tabId: number): Promise<boolean>;
  /** This text without what the person let through in the tab: what is left has to be judged. */
  withoutAllowed(tabId: number, text: string): string;
  /** Tells the person in the tab that a request was stopped. */
  stopped(tabId: number, patternName: string): Promise<void>;
  /** A request begins, by which the tab may come to another page. */
  leads(details: chrome.webRequest.OnBeforeRequestDetails): void;
  /** Something left unseen, or may have: the toolbar says so, and the tab's requests are held, also on the page that it leads to. */
  suspect(details: chrome.webRequest.OnBeforeRequestDetails): void;
}
