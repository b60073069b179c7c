import type { Pattern } from "@weir/schema";
import type { Ast } from "../regex/ast.ts";
import type { Place } from "../regex/place.ts";
import { measure } from "../regex/ast-facts.ts";
import { charsBefore, requiredStretch } from "../regex/required.ts";
import { entryOf, isCommon, placeOf } from "../regex/start-words.ts";
import type { Entry } from "../regex/start-words.ts";
import { foldWord } from "./fold-rules.ts";
import { ANCHOR_REACH } from "./route.ts";
import type { Route } from "./route.ts";
import { ANY_REACH } from "./sites.ts";
import type { SiteRule } from "./sites.ts";
import { STRETCH_KINDS } from "./stretches.ts";

/** How a pattern's candidates are found, and where among them its matches can begin. */
export interface Routing {
  readonly route: Route;
  readonly sites: SiteRule;
}

/** Beyond this, nothing is gained. */
const MAX_BEFORE = 512;

const ANYWHERE: SiteRule = { kind: "anywhere" };

function stretchSites(ast: Ast): SiteRule {
  for (const [stretch, kind] of STRETCH_KINDS.entries()) {
    const { chars, before } = requiredStretch(ast, kind) ?? { chars: 0, before: 0 };
    if (chars >= kind.least && before <= MAX_BEFORE)
      return { kind: "stretch", stretch, chars, before };
  }
  return ANYWHERE;
}

/** Prepared rules are plain data, which has no Infinity. */
const behindAtMost = ({ before, inLine }: { before: number; inLine: boolean }): SiteRule => ({
  kind: "literal",
  before: Math.min(before, ANY_REACH),
  inLine,
});

function byEntry(kind: "anchor" | "hotwords", { words, place, ...reach }: Entry): Routing {
  return { route: { kind, literals: words, place }, sites: behindAtMost(reach) };
}

function byAnchor(anchor: string, ast: Ast): Routing {
  const literals = foldWord(anchor);
  const [literal = ""] = literals;
  const isOne = literals.length === 1;
  const found = isOne ? placeOf(ast, literal) : undefined;
  // A mark or a letter is in every text: what else each match holds tells more.
  const better = found !== undefined && isCommon(literal) ? entryOf(ast) : undefined;
  if (found !== undefined && better === undefined) {
    const { place, ...reach } = found;
    return { route: { kind: "anchor", literals, place }, sites: behindAtMost(reach) };
  }
  const before = isOne ? charsBefore(ast, literal) : undefined;
  // Where matches could do without the literal, it is what the author wants them to hold.
  const entry = better ?? (before === undefined ? undefined : entryOf(ast));
  if (entry !== undefined) return byEntry("anchor", entry);
  return {
    route: { kind: "anchor", literals, place: undefined },
    sites: before === undefined ? ANYWHERE : behindAtMost({ before, inLine: false }),
  };
}

function byHotwords(ast: Ast): Routing {
  const entry = entryOf(ast);
  if (entry === undefined) {
    return {
      route: { kind: "hotwords", literals: [], place: undefined },
      sites: stretchSites(ast),
    };
  }
  return byEntry("hotwords", entry);
}

/** By words that each match holds, where they are known and no match reaches beyond what is read around one. */
function byItself(ast: Ast): Routing {
  const entry = measure(ast).max <= ANCHOR_REACH.after ? entryOf(ast) : undefined;
  if (entry !== undefined && entry.before <= ANCHOR_REACH.before) return byEntry("anchor", entry);
  return { route: { kind: "full", literals: [], place: undefined }, sites: stretchSites(ast) };
}

const MATCH_START: Place = { item: 0 };

/** Routes a pattern by the tree of its folded expression. O(tree^2). */
export function routingOf(pattern: Pattern, ast: Ast): Routing {
  if (pattern.prefix !== undefined) {
    const literals = foldWord(pattern.prefix);
    return { route: { kind: "prefix", literals, place: MATCH_START }, sites: ANYWHERE };
  }
  if (pattern.anchor !== undefined) return byAnchor(pattern.anchor, ast);
  return pattern.require_hotword && pattern.hotwords.length > 0 ? byHotwords(ast) : byItself(ast);
}
