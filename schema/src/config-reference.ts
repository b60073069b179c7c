import type * as v from "valibot";
import { CONFIG_KEYS, configDefault, configKeyInfo } from "./config-check.ts";
import { CONFIG_SECTIONS } from "./config-key.ts";
import { Config } from "./config.ts";
import type { ConfigKey } from "./config.ts";
import { jsonSchema } from "./json-schema.ts";
import type { JsonObject } from "./json-schema.ts";
import { PRESET_NAMES, PRESETS } from "./presets.ts";
import { Profile } from "./profile.ts";

/** The default of a key as a reader would write it, per preset where they differ. */
function defaultText(name: ConfigKey): string {
  const ofPresets = PRESET_NAMES.flatMap((preset) => {
    const value = Object.entries(PRESETS[preset].defaults).find(([key]) => key === name)?.[1];
    return value === undefined ? [] : [`\`${value}\` (${preset})`];
  });
  if (ofPresets.length > 0) return ofPresets.join(", ");
  const { without } = configKeyInfo(name);
  if (without !== undefined) return without;
  const value = configDefault(name);
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

const NOT_YET = "Not in effect yet.";

/** Every property of a file with its description; each of two spellings, and never both of them. */
function properties(schema: v.GenericSchema): JsonObject {
  const base = jsonSchema(schema, "input");
  const own = base["properties"];
  const described: Record<string, unknown> = { ...(typeof own === "object" ? own : {}) };
  const pairs: JsonObject[] = [];
  for (const name of CONFIG_KEYS) {
    const { description, otherSpelling, without, isPlanned = false } = configKeyInfo(name);
    const meaning = without === undefined ? description : `${description} Left out: ${without}.`;
    const text = isPlanned ? `${NOT_YET} ${meaning}` : meaning;
    const shape = { description: text, ...jsonSchema(Config.entries[name], "input") };
    described[name] = shape;
    if (otherSpelling === undefined) continue;
    described[otherSpelling] = { ...shape, description: `Another spelling of \`${name}\`.` };
    pairs.push({ not: { required: [name, otherSpelling] } });
  }
  return { ...base, properties: described, allOf: pairs };
}

/** The JSON Schemas (draft 2020-12) of `config.yaml` and of a profile, for editors; by file name. */
export function configSchemas(): Readonly<Record<string, JsonObject>> {
  const head = { $schema: "https://json-schema.org/draft/2020-12/schema" };
  return {
    "config.schema.json": { ...head, title: "Weir configuration", ...properties(Config) },
    "profile.schema.json": { ...head, title: "Weir profile", ...properties(Profile) },
  };
}

function notes(name: ConfigKey): string {
  const { environment, needsRestart = false, unit } = configKeyInfo(name);
  const parts = unit === undefined || unit === "duration" ? [] : [`In ${unit}.`];
  if (environment !== undefined) {
    const order = environment.beatsFile ? "wins over the file" : "yields to the file";
    parts.push(`\`${environment.name}\` in the environment ${order}.`);
  }
  if (needsRestart) parts.push("Takes effect at the next start.");
  return parts.join(" ");
}

function section(title: (typeof CONFIG_SECTIONS)[number]): string {
  const rows = CONFIG_KEYS.filter((name) => configKeyInfo(name).section === title).map((name) => {
    const { description, expected, otherSpelling, isPlanned = false } = configKeyInfo(name);
    const text = isPlanned ? `**${NOT_YET}** ${description}` : description;
    const names = otherSpelling === undefined ? `\`${name}\`` : `\`${name}\`, \`${otherSpelling}\``;
    const cells = [names, expected, defaultText(name), `${text} ${notes(name)}`.trim()];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return `## ${title}\n\n| key | value | default | what it does |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

const presetRow = (label: string, cell: (name: (typeof PRESET_NAMES)[number]) => string): string =>
  `| ${label} | ${PRESET_NAMES.map((name) => cell(name).replaceAll("_", " ")).join(" | ")} |`;

function presetTable(): string {
  return [
    `| | ${PRESET_NAMES.join(" | ")} |`,
    `|---|${"---|".repeat(PRESET_NAMES.length)}`,
    presetRow("an AI host that no tier names", (name) => PRESETS[name].defaults.default_action),
    presetRow("changes made while it runs", (name) => PRESETS[name].overrides),
    presetRow(
      "a tampered rule file (not in effect yet: balloon and heartbeat)",
      (name) => PRESETS[name].tamperResponse,
    ),
    presetRow("DNS set-up offered first", (name) => PRESETS[name].dnsSetup),
    presetRow("a block let through in the companion", (name) => PRESETS[name].companionOverride),
  ].join("\n");
}

/** The reference page of the configuration, in Markdown. */
export function configReference(): string {
  return `<!-- Made by scripts/generate.ts from schema/src/config.ts. -->

# Configuration

One YAML file. The first of these that is there is read; with none, the personal preset is in force:

1. the path in \`WEIR_CONFIG\`, which must then be there;
2. \`$XDG_CONFIG_HOME/weir/config.yaml\`;
3. \`~/.config/weir/config.yaml\`, on Windows \`%APPDATA%\\weir\\config.yaml\`;
4. \`/etc/weir/config.yaml\`, not on Windows.

\`weir config init\` writes one. \`weir config check\` names every fault of its lines at once and, once these are right, every
fault of the lists and rules that it names. \`weir config show\` tells what is in force and why. A changed file is taken up by
\`weir reload\` or \`SIGHUP\`; a faulty one changes nothing.

A key that is left out has its default. What is given on the command line wins over the environment, that over the file,
that over the preset. Where a key has two spellings, either may be used, and not both. A key that is blank and has no
default value counts as left out.

On the personal preset, thresholds, weights and policies of categories that were changed while the agent ran (\`PUT /api/dlp/config\`,
\`weir policy set\`) are kept and win over all of these. \`weir config show\` asks the agent and names them.
\`DELETE /api/dlp/config\` and \`weir policy unset\` take them back. On the team preset they end with the agent; on managed none counts.

A duration is written \`500ms\`, \`90s\`, \`15m\`, \`24h\` or \`1h30m\`. In a path, \`~/\` is the home folder, and a relative path
starts at the folder of the file. The file may be at most 1 MiB and holds no anchors, aliases or tags.

The file must belong to you or to root, and nobody else may be able to change it or a folder above it. The data folder,
tokens and keys must be yours and closed to others, and the store in the folder must be yours and open to you. Where that is not so, the agent does not start and prints what
mends it. On Windows the folders of your account are closed to others by the system, and Weir does not check them.

A key that is marked as not in effect yet is checked like the others, and nothing reads it: the part of Weir that it is for is
not built. \`weir config check\` and the agent's log warn where one is set.

## Presets

${presetTable()}

${CONFIG_SECTIONS.map(section).join("\n")}`;
}
