/** The browsers that a package is made for; `chromium-managed` is for installation by policy alone. */
export type Target = "chromium" | "chromium-managed" | "firefox";

export const TARGETS: readonly Target[] = ["chromium", "chromium-managed", "firefox"];

/** What a manifest is made of, beside what always stands in it. */
export interface ManifestFacts {
  readonly target: Target;
  readonly version: string;
  /** Hosts whose pages are guarded, each with all names under it. */
  readonly inspectedHosts: readonly string[];
  /** Hosts under those that are not guarded, such as log-in pages. */
  readonly allowedHosts: readonly string[];
  /** Where the agent listens on 127.0.0.1. */
  readonly agentPort: number;
}

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
export type Manifest = Readonly<Record<string, Json>>;

/** The add-on's id in Firefox; policies name it. */
export const GECKO_ID = "companion@weir.example";

/** The pictures of the toolbar: `icons/<state>-<size>.png`, sizes in pixels. */
export const ICON_STATES = ["protected", "off", "warning", "danger"] as const;
export const ICON_SIZES = [16, 32] as const;
/** The companion's own picture, in the browser's list of extensions, is larger as well. */
export const OWN_ICON = { state: "protected", sizes: [48, 128] } as const;
const MIN_CHROMIUM = "120";
/** The first with the consent key (`data_collection_permissions`) on the desktop, and on Android. */
const MIN_FIREFOX = "140.0";
const MIN_FIREFOX_ANDROID = "142.0";

const isUnder = (name: string, host: string): boolean => name.endsWith(`.${host}`);

/** Hosts without those that stand under another one, sorted. */
export const topmostHosts = (hosts: readonly string[]): readonly string[] =>
  [...new Set(hosts)]
    .filter((name) => !hosts.some((other) => isUnder(name, other)))
    .toSorted((a, b) => (a < b ? -1 : 1));

/** The match pattern of a host and all names under it. */
export const hostMatch = (host: string): string => `https://*.${host}/*`;

/** What is asked for hosts: browsers show the handshake of a socket to an extension by the socket's own scheme alone. */
export const hostOrigins = (...hosts: readonly string[]): string[] => [
  ...hosts.map(hostMatch),
  ...hosts.map((host) => `wss://*.${host}/*`),
];

/** Firefox takes a match pattern with a port and then matches nothing with it (bugs 1362809, 1468162). */
const agentMatch = ({ target, agentPort }: ManifestFacts): string =>
  target === "firefox" ? "http://127.0.0.1/*" : `http://127.0.0.1:${agentPort}/*`;

const PERMISSIONS: Readonly<Record<Target, readonly string[]>> = {
  chromium: ["storage", "scripting", "webRequest", "declarativeNetRequestWithHostAccess"],
  "chromium-managed": [
    "storage",
    "scripting",
    "webRequest",
    "webRequestBlocking",
    "declarativeNetRequestWithHostAccess",
  ],
  firefox: ["storage", "scripting", "webRequest", "webRequestBlocking"],
};

/** The engine, which the guards of a frame and the background run: it comes before either. */
export const ENGINE_SCRIPT = "engine.js";
/** Lays the package's rules ready. */
export const RULES_SCRIPT = "rules.js";

/** What differs between the browsers. A worker has one script, which loads the engine itself. */
function ownPart({ target }: ManifestFacts): Manifest {
  if (target === "firefox") {
    return {
      background: { scripts: [ENGINE_SCRIPT, "background.js"] },
      browser_specific_settings: {
        gecko: {
          id: GECKO_ID,
          strict_min_version: MIN_FIREFOX,
          // What is handed to a program on the same machine counts as handed on, and is asked for.
          data_collection_permissions: { required: ["websiteContent"] },
        },
        gecko_android: { strict_min_version: MIN_FIREFOX_ANDROID },
      },
    };
  }
  return {
    background: { service_worker: "background.js" },
    minimum_chrome_version: MIN_CHROMIUM,
    storage: { managed_schema: "managed-schema.json" },
    // Neither pages nor other extensions may send messages.
    externally_connectable: { ids: [] },
  };
}

/** The scripts of guarded pages, in order; hosts that are added later get the same ones. */
export const ISOLATED_SCRIPTS: readonly string[] = [RULES_SCRIPT, ENGINE_SCRIPT, "content.js"];
export const PAGE_SCRIPTS: readonly string[] = ["page.js"];
/** Registered while the settings are strict: pages are guarded by them before the settings themselves arrive. */
export const STRICT_SCRIPTS: readonly string[] = ["strict.js"];

function contentScripts(facts: ManifestFacts): Json {
  const matches = topmostHosts(facts.inspectedHosts).map(hostMatch);
  const allowed = facts.allowedHosts.filter((name) =>
    facts.inspectedHosts.some((host) => isUnder(name, host)),
  );
  const common = {
    matches,
    ...(allowed.length === 0 ? {} : { exclude_matches: topmostHosts(allowed).map(hostMatch) }),
    run_at: "document_start",
    all_frames: true,
    match_origin_as_fallback: true,
  };
  return [
    { ...common, js: ISOLATED_SCRIPTS },
    { ...common, js: PAGE_SCRIPTS, world: "MAIN" },
  ];
}

const iconPaths = (sizes: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(sizes.map((size) => [String(size), `icons/${OWN_ICON.state}-${size}.png`]));

/** The manifest (version 3) of a package. */
export function manifestOf(facts: ManifestFacts): Manifest {
  const hosts = topmostHosts(facts.inspectedHosts);
  return {
    manifest_version: 3,
    name: "__MSG_extensionName__",
    description: "__MSG_extensionDescription__",
    version: facts.version,
    default_locale: "en",
    icons: iconPaths([...ICON_SIZES, ...OWN_ICON.sizes]),
    action: {
      default_popup: "popup.html",
      default_icon: iconPaths(ICON_SIZES),
      default_title: "__MSG_actionTitle__",
    },
    options_ui: { page: "options.html", open_in_tab: true },
    permissions: PERMISSIONS[facts.target],
    host_permissions: [agentMatch(facts), ...hostOrigins(...hosts)],
    optional_host_permissions: ["https://*/*", "wss://*/*"],
    content_scripts: contentScripts(facts),
    // What the companion sends can reach nothing but this machine.
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' http://127.0.0.1:*",
    },
    ...ownPart(facts),
  };
}
