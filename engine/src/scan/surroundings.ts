import { BeginningDfa } from "../regex/beginning-dfa.ts";
import type { Expression } from "../regex/expression.ts";
import { ahead, behind, mirrored } from "../regex/place.ts";
import type { Place } from "../regex/place.ts";
import type { Route } from "./route.ts";

/** How the matches of a pattern stand around its literal, where that is known; each side is made when it is first asked for. */
export class Surroundings {
  /** Does every match begin with the literal? */
  readonly isAtStart: boolean;
  private readonly expression: Expression;
  private readonly place: Place | undefined;
  private madeAfter: BeginningDfa | undefined;
  private madeBefore: BeginningDfa | undefined;
  private isHandedOver = false;

  /** The literal stands at a place of the expression; nothing is told where that is not given. */
  constructor(expression: Expression, route: Route, place: Place | undefined) {
    this.expression = expression;
    this.place = place;
    this.isAtStart = route.kind === "prefix";
    this.madeAfter = undefined;
    this.madeBefore = undefined;
  }

  /** How matches go on from where the literal begins, for a set that asks it from now on in place of `mayStandAt`. */
  handOver(): BeginningDfa | undefined {
    this.isHandedOver = true;
    return this.after();
  }

  /** May the literal stand at `at` within a match? One too many at times, never one less. Reads a few characters on each side. */
  mayStandAt(text: string, at: number): boolean {
    return this.mayGoOn(text, at) && this.mayLeadTo(text, at);
  }

  private after(): BeginningDfa | undefined {
    const { expression, place } = this;
    if (place === undefined) return undefined;
    this.madeAfter ??= new BeginningDfa(behind(expression.ast, place));
    return this.madeAfter;
  }

  private mayGoOn(text: string, at: number): boolean {
    return this.isHandedOver || (this.after()?.mayBeginAt(text, at) ?? true);
  }

  private mayLeadTo(text: string, at: number): boolean {
    const { expression, place } = this;
    if (place === undefined || this.isAtStart) return true;
    this.madeBefore ??= new BeginningDfa(mirrored(ahead(expression.ast, place)));
    return this.madeBefore.mayEndAt(text, at);
  }
}
