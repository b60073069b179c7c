/** What comes to Weir: the names of the lists alone, or every name. */
export type DnsMode = "scoped" | "full";

/** What decides on a machine which resolver is asked. */
export type DnsManager = "resolved" | "network_manager" | "resolv_conf" | "macos" | "windows";

/** How a command ended. A status of 127 says that there is no such command, 124 that it took too long. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command to its end, without a shell. */
export type Run = (command: string, args: readonly string[]) => CommandResult;

/** A command and its arguments. */
export type Command = readonly [command: string, ...args: string[]];

/** Where Weir's DNS listens. */
export interface DnsListener {
  /** A loopback address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A file as it stands on the disk: all that roll-back brings back. */
export type FileState =
  | { readonly kind: "absent" }
  | {
      readonly kind: "file";
      readonly content: Buffer;
      readonly mode: number;
      readonly uid: number;
      readonly gid: number;
    }
  | {
      readonly kind: "link";
      readonly target: string;
      readonly uid: number;
      readonly gid: number;
    };

/** One thing that a set-up changes. Roll-back takes the steps in the opposite order. */
export type Step =
  /** A folder that is made. */
  | { readonly kind: "folder"; readonly path: string }
  /** A file that is written or replaced. Paths are absolute, without the root. */
  | {
      readonly kind: "file";
      readonly path: string;
      readonly before: FileState;
      readonly after: Buffer;
    }
  /** The resolvers of a macOS network service; an empty list stands for those of DHCP. */
  | {
      readonly kind: "service";
      readonly service: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  /** Windows name resolution rules, each for at most 50 namespaces. */
  | {
      readonly kind: "nrpt";
      readonly namespaces: readonly (readonly string[])[];
      readonly server: string;
    };

/** What somebody asked for. */
export interface DnsRequest {
  readonly mode: DnsMode;
  readonly listener: DnsListener;
  /** Names for scoped mode, as they stand in the lists: `chatgpt.com`, `*.claude.ai`. Not looked at in full mode. */
  readonly names: readonly string[];
}

/** A set-up that has been worked out: what was so before, and what will be. */
export interface Plan {
  readonly mode: DnsMode;
  readonly manager: DnsManager;
  readonly listener: DnsListener;
  readonly steps: readonly Step[];
  /** What people should know of it, a sentence each. */
  readonly notes: readonly string[];
}

/** Asks real questions of resolvers. */
export interface DnsProbe {
  /** Does Weir answer where it listens? */
  readonly answersAt: (listener: DnsListener) => Promise<boolean>;
  /** Does a name that programs look up, below this one, come to Weir? Undefined where it can't be told. */
  readonly systemReachesWeir: (name: string) => Promise<boolean | undefined>;
}

/** What roll-back needs: neither an agent nor a configuration. */
export interface RestoreDeps {
  /** `process.platform`. */
  readonly platform: string;
  /** `/`; a folder of its own in tests. */
  readonly root: string;
  /** The folder of the state file. */
  readonly stateFolder: string;
  /** The user that this process runs as; undefined on Windows. */
  readonly uid: number | undefined;
  /** May this process change the system's resolvers? */
  readonly isPrivileged: () => boolean;
  readonly run: Run;
  /** The configuration file that the command was given, for commands that are printed. */
  readonly config?: string | undefined;
  /** Told at each point where the process could be killed. */
  readonly atPoint?: (point: string) => void;
}

/** What a set-up needs: beyond what roll-back does, a way to tell whether names come to Weir. */
export interface DnsSetupDeps extends RestoreDeps {
  readonly probe: DnsProbe;
}
