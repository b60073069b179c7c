import type { Ast } from "../regex/ast.ts";
import { contains } from "../regex/charset.ts";
import type { CharSet } from "../regex/charset.ts";

/** Characters that stand for a set where it holds them. */
const LIKELY = "a0A1bB";
const MAX_MEMBERS = 3;

/** A place of an expression where a long repeat begins: a text that leads to it, and characters that it takes. */
export interface LongRepeat {
  readonly head: string;
  readonly fillers: readonly string[];
}

/** A few characters of a set, of different kinds where it has them. */
function membersOf(set: CharSet): readonly string[] {
  const likely = Array.from(LIKELY).filter((char) => contains(set, char.charCodeAt(0)));
  if (likely.length > 0) return likely.slice(0, MAX_MEMBERS);
  const visible = set.find((code) => code > 0x20) ?? set[0];
  return visible === undefined ? [] : [String.fromCodePoint(visible)];
}

type Repeat = Extract<Ast, { kind: "repeat" }>;

/** A text that the expression matches, each repeat as often as `times` says and of alternatives the shortest. */
function witness(ast: Ast, times: (repeat: Repeat) => number): string | undefined {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return "";
    case "chars":
      return membersOf(ast.set)[0];
    case "group":
      return witness(ast.item, times);
    case "concat": {
      const parts = ast.items.map((item) => witness(item, times));
      return parts.includes(undefined) ? undefined : parts.join("");
    }
    case "alternate": {
      const texts = ast.items
        .map((item) => witness(item, times))
        .filter((text) => text !== undefined);
      return texts.toSorted((a, b) => a.length - b.length)[0];
    }
    case "repeat": {
      const count = times(ast);
      return count === 0 ? "" : witness(ast.item, times)?.repeat(count);
    }
  }
}

/**
 * A text that the expression matches, each repeat as often as it must be and of alternatives the shortest; assertions are
 * taken to hold. Undefined where nothing matches. O(text).
 */
export const leastWitness = (ast: Ast): string | undefined => witness(ast, ({ min }) => min);

/**
 * The same with each repeat of characters that may be at least `copies` long half as long as it may be, or as long as that
 * where it has no end.
 */
export const filledWitness = (ast: Ast, copies: number): string | undefined =>
  witness(ast, ({ min, max, item }) => {
    if (max < copies || item.kind !== "chars") return min;
    return Math.max(min, max === Infinity ? copies : max >> 1);
  });

/** A few characters that a match of the tree can begin with. */
function firstMembers(ast: Ast): readonly string[] {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return [];
    case "chars":
      return membersOf(ast.set);
    case "group":
    case "repeat":
      return firstMembers(ast.item);
    case "alternate":
      return ast.items.flatMap(firstMembers).slice(0, MAX_MEMBERS);
    case "concat":
      return ast.items.map(firstMembers).find((members) => members.length > 0) ?? [];
  }
}

/** Every place where something may repeat at least `copies` times, in the order of the expression. O(tree * text). */
export function longRepeats(ast: Ast, copies: number, head = ""): readonly LongRepeat[] {
  switch (ast.kind) {
    case "empty":
    case "assert":
    case "chars":
      return [];
    case "group":
      return longRepeats(ast.item, copies, head);
    case "alternate":
      return ast.items.flatMap((item) => longRepeats(item, copies, head));
    case "concat": {
      let before = head;
      return ast.items.flatMap((item) => {
        const found = longRepeats(item, copies, before);
        before += leastWitness(item) ?? "";
        return found;
      });
    }
    case "repeat": {
      const inner = longRepeats(ast.item, copies, head);
      return ast.max < copies ? inner : [{ head, fillers: firstMembers(ast.item) }, ...inner];
    }
  }
}
