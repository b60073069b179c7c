import type { Answer, NumberedQuestion, Question } from "../shared/messages.ts";

/** How long a frame waits for the background, and through it for the agent, in milliseconds. */
const WAIT_MS = 1500;

/** A question that waits for its answer. */
interface Waiting {
  readonly asked: NumberedQuestion;
  readonly settle: (answer: Answer | undefined) => void;
  /** Was it asked already of a background that went away? */
  readonly isAgain: boolean;
}

/** What a frame asked the background, and has no answer to yet. */
export interface PendingAnswers {
  /** Has a new question posted with its number; the answer is undefined where none comes in time. */
  ask(question: Question, post: (asked: NumberedQuestion) => void): Promise<Answer | undefined>;
  settle(id: number, answer: Answer | undefined): void;
  /**
   * What has to be asked again, in order, since the background went away: each question once, and none where no background
   * will take its place. All others have no answer.
   */
  lost(isBack: boolean): readonly NumberedQuestion[];
}

/** Nothing asked yet. */
export function pendingAnswers(): PendingAnswers {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const settle = (id: number, answer: Answer | undefined): void => {
    const each = waiting.get(id);
    waiting.delete(id);
    each?.settle(answer);
  };
  return {
    settle,
    ask: async (question, post) => {
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      const asked = { id: ++last, question };
      const timer = setTimeout(() => settle(asked.id, undefined), WAIT_MS);
      waiting.set(asked.id, { asked, settle: resolve, isAgain: false });
      post(asked);
      return promise.finally(() => clearTimeout(timer));
    },
    lost: (isBack) => {
      const again: NumberedQuestion[] = [];
      for (const each of waiting.values()) {
        const { asked, isAgain } = each;
        if (!isBack || isAgain) settle(asked.id, undefined);
        else {
          waiting.set(asked.id, { ...each, isAgain: true });
          again.push(asked);
        }
      }
      return again;
    },
  };
}
