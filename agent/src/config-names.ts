// Is what a configuration names there, and without faults: the data folder, categories of hosts, lists and rules? Where config/, hosts/ and rules/ meet.
import { mayBeFolder } from "./config/data-folder.ts";
import type { ConfigFault } from "./config/faults.ts";
import { faultLine } from "./config/faults.ts";
import type { LoadedConfig } from "./config/load.ts";
import { ownListsOf } from "./dns-layer.ts";
import { categoriesOf } from "./host-settings.ts";
import { localListFaults, ownListFaults } from "./hosts/list-faults.ts";
import { nearestName } from "./nearest.ts";
import { ruleFileFaults } from "./rules/config-faults.ts";
import { shippedRulesDir } from "./rules/locate.ts";

/** The policies that settle nothing, because no list of hosts has the name of their category. */
export function unknownCategories({ config, given }: LoadedConfig): readonly ConfigFault[] {
  const known = categoriesOf(ownListsOf({ config, folder: "" }));
  const origin = given.get("category_policies")?.origin ?? { kind: "default" };
  return Object.keys(config.category_policies)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      return {
        origin,
        key: `category_policies.${name}`,
        problem: "is not a known category",
        hint: nearest === undefined ? "weir policy list names them" : `did you mean ${nearest}?`,
      };
    });
}

/** Where the data folder can't be one, whatever its rights. */
function dataFolderFaults({ dataDir, given }: LoadedConfig): readonly ConfigFault[] {
  if (mayBeFolder(dataDir)) return [];
  const origin = given.get("data_dir")?.origin ?? { kind: "default" };
  const problem = "is a file, or below one; name a folder, which need not be there yet";
  return [{ origin, key: "data_dir", problem }];
}

/** Every fault of what a configuration names, with its key or path. */
export interface NameFaults {
  /** Those that keep a running agent from taking the configuration up. */
  readonly refused: readonly string[];
  /** Those of this machine's own lists and patterns, of which what was in force stays. */
  readonly own: readonly string[];
}

/** Reads what a configuration names whole, this machine's own lists and rules among it. */
export function nameFaults(loaded: LoadedConfig): NameFaults {
  const { rule_paths = [], rules_dir = shippedRulesDir() } = loaded.config;
  const rules = ruleFileFaults(loaded.config);
  const ofKeys = [...dataFolderFaults(loaded), ...unknownCategories(loaded)].map(faultLine);
  return {
    refused: [...ofKeys, ...ownListFaults(rule_paths), ...rules.refused],
    own: [...localListFaults(rules_dir), ...rules.own],
  };
}
