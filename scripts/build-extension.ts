// `npm run build:extension`: the browser companion, a folder and an archive for each target, in dist/extension.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { domainToASCII, fileURLToPath } from "node:url";
import { parseListLine, routeRules } from "@weir/engine";
import { rolldown } from "rolldown";
import { loadShippedRules } from "../agent/src/rules/load.ts";
import { iconPng } from "../extension/icons.ts";
import {
  ENGINE_SCRIPT,
  RULES_SCRIPT,
  ICON_SIZES,
  ICON_STATES,
  manifestOf,
  OWN_ICON,
  TARGETS,
} from "../extension/manifest.ts";
import type { Target } from "../extension/manifest.ts";
import { packRules, rulesScript, unpackRules } from "../extension/src/scanner/packed-rules.ts";
import { STRICT_SCRIPT } from "../extension/src/shared/strict-mark.ts";
import { goodRules } from "./good-rules.ts";
import { inAscii } from "./in-ascii.ts";
import { tellRepeats } from "./tell-repeats.ts";
import { zip } from "./zip.ts";
import type { ZipEntry } from "./zip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "extension");

/** Where the agent listens unless a build for tests says otherwise. */
const AGENT_PORT = 9191;

/** The scripts of a package: the name of each, and what it is made of. */
const SCRIPTS = {
  [ENGINE_SCRIPT]: "src/engine.ts",
  "background.js": "src/background/main.ts",
  "content.js": "src/content/main.ts",
  "page.js": "src/page/main.ts",
  "popup.js": "src/popup/popup.ts",
  "options.js": "src/options/options.ts",
} as const;

/** Files that are taken as they are: the name of each, and where it stands. */
const COPIED = {
  "popup.html": "src/popup/popup.html",
  "popup.css": "src/popup/popup.css",
  "options.html": "src/options/options.html",
  "options.css": "src/options/options.css",
  "managed-schema.json": "src/background/managed-schema.json",
} as const;

export interface ExtensionBuild {
  readonly target: Target;
  /** Guards https://*.example.test/* as well. */
  readonly test: boolean;
  /** Port of the agent on 127.0.0.1; 9191 unless given. */
  readonly agentPort?: number;
  /** Where the package is laid; dist/extension/<target> unless given. */
  readonly folder?: string;
  /** What several builds have in common; made anew unless given. */
  readonly common?: CommonParts;
}

/** What packages hold whatever they are for: it takes the longest to make. */
export interface CommonParts {
  readonly baseline: Baseline;
  readonly icons: readonly ZipEntry[];
}

export interface BuiltExtension {
  readonly folder: string;
  /** The package as one file, as a store takes it. */
  readonly archive: () => Promise<Buffer>;
  /** The id that Chromium gives to the folder when it is loaded unpacked. */
  readonly unpackedId: string;
}

/** Chromium's id of an extension without a key: of the SHA-256 of its path, 16 bytes, each half as a letter from a to p. */
const idOfFolder = (folder: string): string =>
  createHash("sha256")
    .update(folder)
    .digest("hex")
    .slice(0, 32)
    .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));

/** The names of one of the shipped lists of hosts. */
const hostsOf = (list: string): string[] =>
  readFileSync(join(root, "rules", list), "utf8")
    .split("\n")
    .flatMap((line) => {
      const parsed = parseListLine(line, domainToASCII);
      return parsed.ok ? parsed.names : [];
    });

interface Baseline {
  /** The script that lays the rules ready for the guards of a frame, as text that is parsed when it is first needed. */
  readonly script: string;
  /** Tells the rules of the package from those of an agent. */
  readonly sha256: string;
}

function baselineRules(): Baseline {
  const { patterns, exclusions } = loadShippedRules(goodRules(root));
  const packed = packRules(routeRules(patterns, exclusions), tellRepeats);
  if (unpackRules(packed)?.patterns.length !== patterns.length)
    throw new Error("the packed rules are not those of rules/");
  const served = JSON.stringify({ patterns, exclusions });
  return {
    script: inAscii(rulesScript(packed)),
    sha256: createHash("sha256").update(served).digest("hex"),
  };
}

/** A browser is asked for the classes of Unicode, whose tables take nine kilobytes of a package (ADR 34). */
const NATIVE_CLASSES = {
  name: "native-classes",
  resolveId: (specifier: string) =>
    specifier === "./unicode-tables.ts"
      ? join(root, "engine/src/regex/unicode-native.ts")
      : undefined,
};

/** What the scripts of a package know the engine's script by. */
const ENGINE = { module: "@weir/engine", name: "weirEngine" } as const;

async function bundle(
  [name, path]: readonly [name: string, path: string],
  target: Target,
  define: Readonly<Record<string, string>>,
): Promise<string> {
  const isEngine = name === ENGINE_SCRIPT;
  const loadsEngine = name === "background.js" && target !== "firefox";
  // One that stops requests is asked as soon as it wakes.
  const before = [ENGINE_SCRIPT, ...(target === "chromium-managed" ? [RULES_SCRIPT] : [])];
  const built = await rolldown({
    input: join(source, path),
    platform: "browser",
    external: isEngine ? [] : [ENGINE.module],
    plugins: [NATIVE_CLASSES],
    transform: { define: { ...define }, target: "es2023" },
    logLevel: "warn",
  });
  const { output } = await built.generate({
    format: "iife",
    codeSplitting: false,
    minify: true,
    comments: { annotation: false },
    // Else a page reads the arguments of the guards' functions off the stack of an error.
    strict: true,
    globals: { [ENGINE.module]: ENGINE.name },
    ...(isEngine ? { name: ENGINE.name } : {}),
    ...(loadsEngine
      ? { banner: `importScripts(${before.map((script) => JSON.stringify(script)).join()});` }
      : {}),
  });
  await built.close();
  return inAscii(output[0].code);
}

const icons = (): ZipEntry[] =>
  ICON_STATES.flatMap((state) =>
    [...ICON_SIZES, ...(state === OWN_ICON.state ? OWN_ICON.sizes : [])].map((size) => ({
      path: `icons/${state}-${size}.png`,
      content: iconPng(size, state),
    })),
  );

const locales = (): ZipEntry[] =>
  readdirSync(join(source, "_locales")).map((name) => {
    const path = `_locales/${name}/messages.json`;
    return { path, content: readFileSync(join(source, path)) };
  });

/** JSON without the white space that it is written with, which costs a kilobyte in an archive. */
const dense = ({ path, content }: ZipEntry): ZipEntry =>
  path.endsWith(".json")
    ? { path, content: Buffer.from(JSON.stringify(JSON.parse(String(content)))) }
    : { path, content };

/** Files that are taken as they are. Firefox has no schema of what an administrator sets. */
const copied = (target: Target): ZipEntry[] =>
  Object.entries(COPIED)
    .filter(([path]) => target !== "firefox" || path !== "managed-schema.json")
    .map(([path, from]) => ({ path, content: readFileSync(join(source, from)) }));

/** Makes what packages have in common. Takes about a second. */
export const commonParts = (): CommonParts => ({ baseline: baselineRules(), icons: icons() });

/** Builds a package and lays its folder; the same sources give the same bytes. */
export async function buildExtension(options: ExtensionBuild): Promise<BuiltExtension> {
  const { target, test, agentPort = AGENT_PORT } = options;
  const { baseline, icons: pictures } = options.common ?? commonParts();
  const folder = options.folder ?? join(root, "dist", "extension", target);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const inspectedHosts = [...hostsOf("ai_chat_dlp.txt"), ...(test ? ["example.test"] : [])];
  const allowedHosts = hostsOf("ai_allowed.txt");
  const define = {
    WEIR_AGENT_PORT: JSON.stringify(agentPort),
    WEIR_BASELINE_SHA256: JSON.stringify(baseline.sha256),
    WEIR_TARGET: JSON.stringify(target),
  };
  const manifest = manifestOf({ target, version, inspectedHosts, allowedHosts, agentPort });
  const text = (path: string, content: string): ZipEntry => ({
    path,
    content: Buffer.from(content),
  });
  const scripts = Object.entries(SCRIPTS).map(async (script) =>
    text(script[0], await bundle(script, target, define)),
  );
  const entries: ZipEntry[] = [
    text("manifest.json", JSON.stringify(manifest)),
    text(RULES_SCRIPT, baseline.script),
    text("strict.js", STRICT_SCRIPT),
    ...copied(target).map(dense),
    ...locales().map(dense),
    ...pictures,
    ...(await Promise.all(scripts)),
  ];
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of entries) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return { folder, archive: () => zip(entries), unpackedId: idOfFolder(folder) };
}

if (import.meta.main) {
  const common = commonParts();
  for (const target of TARGETS) {
    const { folder, archive } = await buildExtension({ target, test: false, common });
    const zipped = await archive();
    writeFileSync(`${folder}.zip`, zipped);
    process.stdout.write(`${folder}.zip ${Math.ceil(zipped.length / 1024)} KB\n`);
  }
}
