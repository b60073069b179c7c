// Folders of rules with a manifest, as they are shipped and as an operator makes them.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedRulesDir } from "../src/rules/locate.ts";
import { readManifest } from "../src/rules/manifest.ts";
import { writeRules } from "./fixture-rules.ts";

/** The hex SHA-256 of a text. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A folder with the shipped rules and their manifest. */
export function copyRules(to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of [...readManifest(shippedRulesDir()).sha256.keys(), "manifest.json"]) {
    cpSync(join(shippedRulesDir(), name), join(to, name));
  }
  return to;
}

/** A folder with the fixture's rules, the lists that are given by file name, and a manifest of both. */
export function writeShipment(to: string, lists: Readonly<Record<string, string>> = {}): string {
  writeRules(to);
  for (const [name, text] of Object.entries(lists)) writeFileSync(join(to, name), text);
  const names = ["dlp_patterns.json", "dlp_exclusions.json", ...Object.keys(lists)];
  const files = names.map((name) => ({
    name,
    sha256: hashOf(readFileSync(join(to, name), "utf8")),
  }));
  writeFileSync(join(to, "manifest.json"), JSON.stringify({ manifest_version: "own", files }));
  return to;
}
