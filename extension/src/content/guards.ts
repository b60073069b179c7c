import type { Composer } from "./composers.ts";
import type { Decider } from "./decide.ts";
import type { Person } from "./person.ts";
import type { Resume } from "./resume.ts";

/** What every guard of a frame works with. */
export interface Guards {
  readonly decider: Decider;
  readonly person: Person;
  readonly resume: Resume;
  composerOf(target: Element): Composer;
}
