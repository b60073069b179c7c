import { posix, win32 } from "node:path";

/** What the places of files depend on. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The home folder; empty where the account has none. */
  readonly home: string;
}

/** A place where the configuration may be. */
export interface ConfigPlace {
  readonly path: string;
  /** Was it named by somebody? Then it must be there. */
  readonly isNamed: boolean;
}

/** Folders of XDG variables must be absolute; others are to be ignored (XDG Base Directory Specification). */
function absolute(folder: string | undefined, platform: string): string | undefined {
  const system = platform === "win32" ? win32 : posix;
  return folder !== undefined && system.isAbsolute(folder) ? folder : undefined;
}

/** Where a configuration file is looked for, in order. The first that exists is read. */
export function configPlaces({ env, platform, home }: Surroundings): readonly ConfigPlace[] {
  const named = env["WEIR_CONFIG"] ?? "";
  if (named !== "") return [{ path: named, isNamed: true }];
  const system = platform === "win32" ? win32 : posix;
  const folders: string[] = [];
  const xdg = absolute(env["XDG_CONFIG_HOME"], platform);
  if (xdg !== undefined) folders.push(xdg);
  if (platform === "win32") {
    const appData = absolute(env["APPDATA"], platform);
    if (appData !== undefined) folders.push(appData);
    else if (home !== "") folders.push(system.join(home, "AppData", "Roaming"));
  } else {
    if (home !== "") folders.push(system.join(home, ".config"));
    folders.push("/etc");
  }
  return [...new Set(folders)].map((folder) => ({
    path: system.join(folder, "weir", "config.yaml"),
    isNamed: false,
  }));
}

/** The configuration file to read; undefined where there is none, which means the personal preset. */
export function locateConfig(
  surroundings: Surroundings,
  exists: (path: string) => boolean,
): ConfigPlace | undefined {
  return configPlaces(surroundings).find(({ path, isNamed }) => isNamed || exists(path));
}

/** The platform's folder for the agent's own data; undefined where the account has no home folder. */
export function platformDataDir({ env, platform, home }: Surroundings): string | undefined {
  if (platform === "win32") {
    const local = absolute(env["LOCALAPPDATA"], platform);
    if (local !== undefined) return win32.join(local, "weir");
    return home === "" ? undefined : win32.join(home, "AppData", "Local", "weir");
  }
  if (platform === "darwin") {
    return home === "" ? undefined : posix.join(home, "Library", "Application Support", "weir");
  }
  const state = absolute(env["XDG_STATE_HOME"], platform);
  if (state !== undefined) return posix.join(state, "weir");
  return home === "" ? undefined : posix.join(home, ".local", "state", "weir");
}
