import { homedir } from "node:os";
import process from "node:process";
import type { ConfigKey } from "@weir/schema";
import type { Surroundings } from "./locate.ts";
import type { Checker } from "./guarded.ts";

/** Values that the command line sets, as they would stand in a file. */
export type CommandLine = Readonly<Partial<Record<ConfigKey, unknown>>>;

/** Everything that settles the configuration beside its file. */
export interface ConfigSources extends Surroundings, Checker {
  /** The file that the command names, which must be there. */
  readonly configPath?: string | undefined;
  readonly commandLine: CommandLine;
}

function homeFolder(): string {
  try {
    return homedir();
  } catch {
    // The account has no entry in the system's list of users.
    return "";
  }
}

/** The sources of this process. */
export function systemSources(configPath?: string, commandLine: CommandLine = {}): ConfigSources {
  return {
    env: process.env,
    platform: process.platform,
    home: homeFolder(),
    uid: process.geteuid?.(),
    cwd: process.cwd(),
    configPath,
    commandLine,
  };
}
