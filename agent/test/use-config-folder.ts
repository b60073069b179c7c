import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach } from "vitest";
import { faultLine } from "../src/config/faults.ts";
import { loadConfig } from "../src/config/load.ts";
import type { ConfigOutcome, LoadedConfig } from "../src/config/load.ts";
import type { ConfigSources } from "../src/config/sources.ts";

type More = Partial<ConfigSources>;

/** A folder of its own for each test of a file, and what loads configurations in it. */
export interface ConfigFolder {
  /** A path in the folder. */
  readonly inFolder: (name: string) => string;
  /** The sources of an account whose home is the folder. */
  readonly sources: (more?: More) => ConfigSources;
  /** Writes `config.yaml` and loads it. */
  readonly load: (text: string | Uint8Array, more?: More) => ConfigOutcome;
  /** The configuration that a text gives; throws where it gives none. */
  readonly loaded: (text: string, more?: More) => LoadedConfig;
  /** The fault lines of a text, without the folder. */
  readonly faultsOf: (text: string | Uint8Array, more?: More) => string[];
}

/** Makes a folder before each test of the calling file and removes it after; for tests alone. */
export function useConfigFolder(): ConfigFolder {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "weir-config-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const sources = (more: More = {}): ConfigSources => ({
    env: {},
    platform: "linux",
    home: folder,
    uid: process.geteuid?.(),
    cwd: folder,
    commandLine: {},
    ...more,
  });
  const load = (text: string | Uint8Array, more: More = {}): ConfigOutcome => {
    const configPath = join(folder, "config.yaml");
    writeFileSync(configPath, text, { mode: 0o600 });
    return loadConfig(sources({ configPath, ...more }));
  };
  return {
    inFolder: (name) => join(folder, name),
    sources,
    load,
    loaded: (text, more) => {
      const outcome = load(text, more);
      if (outcome.ok) return outcome.loaded;
      throw new Error(outcome.faults.map(faultLine).join("\n"));
    },
    faultsOf: (text, more) => {
      const outcome = load(text, more);
      if (outcome.ok) return [];
      return outcome.faults.map((fault) => faultLine(fault).replaceAll(`${folder}/`, ""));
    },
  };
}
