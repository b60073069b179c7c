import { api } from "../shared/browser.ts";

const RULE_ID = 1;
/** Requests of no tab: those of service workers and shared workers. */
const NO_TAB = -1;

/**
 * Lays the rule behind the page's own service workers in Chromium, whose requests no script of a page and no listener can
 * hold: what has a body and goes to these hosts, or to a name under them, is blocked, but for what goes to one of the `excluded`.
 * Firefox holds those requests itself.
 */
export async function layWorkerRule(
  hosts: readonly string[],
  excluded: readonly string[],
): Promise<void> {
  // Absent without its permission, which Firefox's package does not have.
  const rules: typeof chrome.declarativeNetRequest | undefined = api.declarativeNetRequest;
  if (rules === undefined) return;
  await rules.updateSessionRules({
    removeRuleIds: [RULE_ID],
    addRules: [
      {
        id: RULE_ID,
        action: { type: "block" },
        condition: {
          tabIds: [NO_TAB],
          requestDomains: [...hosts],
          excludedRequestDomains: [...excluded],
          requestMethods: ["post", "put", "patch", "delete", "other"],
        },
      },
    ],
  });
}
