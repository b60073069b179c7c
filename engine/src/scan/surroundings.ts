import { BeginningDfa } from "../regex/beginning-dfa.ts";
import type { Expression } from "../regex/expression.ts";
import { ahead, behind, mirrored } from "../regex/place.ts";
import type { Route } from "./route.ts";

/** How the matches of a pattern stand around its literal, where that is known; each side is made when it is first asked for. */
export class Surroundings {
  private readonly expression: Expression;
  private readonly route: Route;
  private madeAfter: BeginningDfa | undefined;
  private madeBefore: BeginningDfa | undefined;
  private isHandedOver = false;

  constructor(expression: Expression, route: Route) {
    this.expression = expression;
    this.route = route;
    this.madeAfter = undefined;
    this.madeBefore = undefined;
  }

  /** Does every match begin with the literal? */
  get isAtStart(): boolean {
    return this.route.kind === "prefix";
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
    const { place } = this.route;
    if (place === undefined) return undefined;
    const { expression } = this;
    this.madeAfter ??= new BeginningDfa(behind(expression.ast, place));
    return this.madeAfter;
  }

  private mayGoOn(text: string, at: number): boolean {
    return this.isHandedOver || (this.after()?.mayBeginAt(text, at) ?? true);
  }

  private mayLeadTo(text: string, at: number): boolean {
    const { place } = this.route;
    if (place === undefined || this.isAtStart) return true;
    const { expression } = this;
    this.madeBefore ??= new BeginningDfa(mirrored(ahead(expression.ast, place)));
    return this.madeBefore.mayEndAt(text, at);
  }
}
