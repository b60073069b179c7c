import type { Ast } from "./ast.ts";
import { parseRegex } from "./parse.ts";
import { programParts } from "./program.ts";
import type { ProgramParts } from "./program.ts";

/**
 * An RE2 source, parsed when it is first needed: of a large set of patterns, a text touches few. All that is made of one
 * expression shares its tree.
 */
export class Expression {
  readonly source: string;
  private tree: Ast | undefined;
  private shared: ProgramParts | undefined;

  constructor(source: string) {
    this.source = source;
    this.tree = undefined;
    this.shared = undefined;
  }

  /** Its tree. Throws `RegexSyntaxError` for a source that `parseRegex` refuses. */
  get ast(): Ast {
    return (this.tree ??= parseRegex(this.source));
  }

  /** What the programs of its tree share. */
  get parts(): ProgramParts {
    return (this.shared ??= programParts(this.ast));
  }
}
