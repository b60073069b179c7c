import { isNotice } from "../notice/notice.ts";
import type { Composer } from "./composers.ts";
import { unjudged } from "./decide.ts";
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

/** Ends an event for the page and for the browser. */
export function end(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Has a guard look at what the person does; what scripts do brings nothing that the page does not have. A gesture whose guard
 * fails, at once or later, does not go on, and the person is told.
 */
export function guarding<Gesture extends Event>(
  person: Person,
  guard: (event: Gesture) => unknown,
): (event: Gesture) => void {
  const run = async (event: Gesture): Promise<void> => {
    if (!event.isTrusted || isNotice(event.target)) return;
    try {
      await guard(event);
    } catch (error) {
      end(event);
      person.tellStopped(unjudged("fault", false));
      throw error;
    }
  };
  return (event) => void run(event);
}
