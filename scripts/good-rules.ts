// Which files of rules a build takes: those that their manifest means. What was changed by hand would otherwise become the
// good copy that stands in for it.
import { join } from "node:path";
import process from "node:process";
import { COPIES_FOLDER, checkFolder } from "../agent/src/rules/integrity.ts";
import { RULE_FILES } from "../agent/src/rules/locate.ts";
import { MANIFEST_FILE } from "../agent/src/rules/manifest.ts";

const CURE =
  "put it back (git checkout -- rules), or run npm run generate where the rules were changed on purpose";

/** The files of a folder of rules that are not those of its manifest, by name. */
function strangeFiles(folder: string): string[] {
  const { manifest, differing } = checkFolder(folder);
  if (manifest.ownSha256 === "") return [MANIFEST_FILE];
  const unnamed = [RULE_FILES.patterns, RULE_FILES.exclusions].filter(
    (name) => !manifest.sha256.has(name),
  );
  return [...differing.map(({ name }) => name), ...unnamed];
}

const faultOf = (name: string): string =>
  name === MANIFEST_FILE
    ? `rules/${name} is no manifest that the rules can be held against`
    : `rules/${name} is not the file of rules/${MANIFEST_FILE}`;

/**
 * The folder whose rules a build of the sources in `root` takes: `rules`, or the copies of the build before where a file in
 * `rules` is not its manifest's, which a person is told. Ends the process with exit code 2 where there are no good copies
 * either.
 */
export function goodRules(root: string): string {
  const [rules, copies] = [join(root, "rules"), join(root, "dist", COPIES_FOLDER)];
  const strange = strangeFiles(rules);
  if (strange.length === 0) return rules;
  const hasCopies = strangeFiles(copies).length === 0;
  for (const name of strange) {
    process.stderr.write(`${hasCopies ? "warning" : "error"}: ${faultOf(name)}\n`);
  }
  if (hasCopies) {
    process.stderr.write("warning: the rules of the build before are kept\n");
  }
  process.stderr.write(`hint: ${CURE}\n`);
  return hasCopies ? copies : process.exit(2);
}
