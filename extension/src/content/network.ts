import type { ChannelHandlers } from "./channel.ts";
import type { Decision, Decider } from "./decide.ts";
import type { Person } from "./person.ts";

type Verdict = "let-go" | "stop";

/** How many stopped requests are remembered, so that a page which tries again does not ask the person again. */
const MAX_REFUSED = 16;

/** Decides what the page's own scripts send; asks the person only after something that the person did. */
export function networkHandlers(
  decider: Decider,
  person: Person,
  isStrict: () => boolean,
): ChannelHandlers {
  let refused: readonly string[] = [];
  const settle = async (
    decision: Decision,
    text: string,
    at: Parameters<Person["ask"]>[1],
  ): Promise<Verdict> => {
    if (decision.act === "let-go") return "let-go";
    const isPersons = navigator.userActivation.isActive && !refused.includes(text);
    if (!isPersons) {
      person.tellStopped(decision);
      return "stop";
    }
    const { choice } = await person.ask(decision, at, false);
    if (choice !== "allow-once") {
      refused = [...refused, text].slice(-MAX_REFUSED);
      return "stop";
    }
    if (decision.reason === "finding") await decider.allow(text);
    return "let-go";
  };
  let isLeft = false;
  for (const type of ["pagehide", "pageshow"]) {
    const onChange = ({ isTrusted }: Event): void => {
      // Any page can say so of itself, and would have the agent not asked.
      if (isTrusted) isLeft = type === "pagehide";
    };
    window.addEventListener(type, onChange, true);
  }
  const decideSync = (text: string): Verdict => {
    const decision = decider.now({ text }) ?? decider.alone({ text });
    if (decision.act === "stop") person.tellStopped(decision);
    return decision.act;
  };
  return {
    decideSync,
    // Of a page that is left nobody is there any more who could wait.
    decideHeld: async (text, boundary) =>
      isLeft ? decideSync(text) : settle(await decider.awaited({ text }), text, boundary),
    strict: isStrict,
  };
}
