import { BeginningDfa } from "../regex/beginning-dfa.ts";
import { parseRegex } from "../regex/parse.ts";
import { ahead, behind, mirrored } from "../regex/place.ts";
import type { Route } from "./route.ts";

/** How the matches of a pattern stand around its literal, where that is known; each side is made when it is first asked for. */
export class Surroundings {
  private readonly source: string;
  private readonly route: Route;
  private madeAfter: BeginningDfa | undefined;
  private madeBefore: BeginningDfa | undefined;

  constructor(source: string, route: Route) {
    this.source = source;
    this.route = route;
    this.madeAfter = undefined;
    this.madeBefore = undefined;
  }

  /** How they go on from where the literal begins. */
  after(): BeginningDfa | undefined {
    const { place } = this.route;
    if (place === undefined) return undefined;
    this.madeAfter ??= new BeginningDfa(behind(parseRegex(this.source), place));
    return this.madeAfter;
  }

  /** May what stands before `at` lead up to a literal there? */
  mayLeadTo(text: string, at: number): boolean {
    const { place, kind } = this.route;
    if (place === undefined || kind === "prefix") return true;
    this.madeBefore ??= new BeginningDfa(mirrored(ahead(parseRegex(this.source), place)));
    return this.madeBefore.mayEndAt(text, at);
  }
}
