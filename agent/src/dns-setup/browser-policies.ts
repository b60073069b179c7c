import { readdirSync } from "node:fs";
import { textAt, under } from "./paths.ts";
import { isObject } from "./state-shape.ts";
import type { RestoreDeps } from "./types.ts";

/** Folders of the browsers that follow Chromium's policies on Linux. */
const CHROMIUM_FOLDERS = [
  ["Chrome", "/etc/opt/chrome/policies/managed"],
  ["Chromium", "/etc/chromium/policies/managed"],
  ["Edge", "/etc/opt/edge/policies/managed"],
] as const;

const FIREFOX_FILE = "/etc/firefox/policies/policies.json";

/** Files of one policy folder that are looked at. */
const MAX_FILES = 100;

function jsonAt(deps: RestoreDeps, path: string): unknown {
  try {
    return JSON.parse(textAt(deps, path) ?? "null");
  } catch {
    return undefined;
  }
}

function jsonFiles(deps: RestoreDeps, folder: string): string[] {
  try {
    const names = readdirSync(under(deps, folder)).filter((name) => name.endsWith(".json"));
    return names.slice(0, MAX_FILES).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** Does a policy keep Chromium from asking a resolver of its own (policy DnsOverHttpsMode)? */
function isChromiumHeld(deps: RestoreDeps, folder: string): boolean {
  return jsonFiles(deps, folder).some((path) => {
    const value = jsonAt(deps, path);
    return isObject(value) && value["DnsOverHttpsMode"] === "off";
  });
}

/** Does a policy keep Firefox from it (policy DNSOverHTTPS)? */
function isFirefoxHeld(deps: RestoreDeps): boolean {
  const value = jsonAt(deps, FIREFOX_FILE);
  const policies = isObject(value) ? value["policies"] : undefined;
  const doh = isObject(policies) ? policies["DNSOverHTTPS"] : undefined;
  return isObject(doh) && doh["Enabled"] === false;
}

/**
 * Which browsers may go round the system's resolver by DNS over HTTPS, and the policy that stops each. Reads the policy
 * files of Linux; on other systems it says what to look for.
 */
export function browserHints(deps: RestoreDeps): readonly string[] {
  if (deps.platform !== "linux") {
    return [
      "browsers: DnsOverHttpsMode=off (Chrome, Edge) and DNSOverHTTPS (Firefox) were not looked up",
    ];
  }
  const open = CHROMIUM_FOLDERS.filter(([, folder]) => !isChromiumHeld(deps, folder)).map(
    ([name, folder]) =>
      `${name} may ask a resolver of its own: {"DnsOverHttpsMode": "off"} in ${folder}/weir.json stops it`,
  );
  if (isFirefoxHeld(deps)) return open;
  return [
    ...open,
    `Firefox may ask a resolver of its own if its user says so: {"policies": {"DNSOverHTTPS": {"Enabled": false, "Locked": true}}} in ${FIREFOX_FILE} stops it`,
  ];
}
