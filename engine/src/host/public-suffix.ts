/** Labels under which the registries of many countries register names: `co.uk`, `com.br`. */
const SECOND_LEVEL = new Set("ac co com edu gob gov gouv mil net nom org sch".split(" "));

/** The same for the countries that use labels of their own, by top-level domain (publicsuffix.org, ICANN section). */
const BY_COUNTRY: Readonly<Record<string, string>> = {
  at: "gv or",
  au: "asn id",
  br: "adv art blog eco emp eng ind inf med srv tec tv wiki",
  hu: "info",
  id: "biz desa go my or web",
  il: "k12 muni",
  in: "firm gen ind nic res",
  jp: "ad ed go gr lg ne or",
  ke: "go ne or sc",
  kr: "go kg ne or pe re",
  nz: "geek gen govt iwi kiwi maori school",
  pl: "biz info waw",
  ru: "int",
  th: "go in mi or",
  tr: "av bbs bel bil biz gen info k12 kep pol tel tv web",
  tw: "club ebiz game idv",
  tz: "go ne or sc",
  ug: "go ne or sc",
  uk: "ltd me nhs plc police",
  za: "law nis school web",
};

/** Registered names that look like suffixes: nobody else registers names under them. */
const NO_SUFFIX = new Set(["com.de", "co.de", "com.se", "net.de", "org.de", "ac.de"]);

/**
 * Do strangers register names right under this name, so that it stands for millions of hosts? True for every single label,
 * and for the commonest suffixes of two; a few rare ones are not known.
 */
export function isPublicSuffix(name: string): boolean {
  const dot = name.indexOf(".");
  if (dot < 0) return true;
  if (name.length - dot !== 3 || NO_SUFFIX.has(name)) return false;
  const first = name.slice(0, dot);
  return (
    SECOND_LEVEL.has(first) || (BY_COUNTRY[name.slice(dot + 1)] ?? "").split(" ").includes(first)
  );
}
