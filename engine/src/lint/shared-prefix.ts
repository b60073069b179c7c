import type { Ast } from "../regex/ast.ts";
import { literalPrefixes } from "../regex/ast-facts.ts";

/** A shorter literal is met too often to be of use. */
const LEAST_CHARS = 3;

/** The literal that every match begins with, in small letters, as long as it can be; undefined below three characters. */
export function sharedPrefix(ast: Ast): string | undefined {
  const [first = "", ...others] = literalPrefixes(ast) ?? [];
  let length = first.length;
  while (others.some((other) => !other.startsWith(first.slice(0, length)))) length--;
  return length < LEAST_CHARS ? undefined : first.slice(0, length);
}
