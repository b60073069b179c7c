import { api } from "../shared/browser.ts";
import type { PageAnswer, PageQuestion } from "../shared/messages.ts";

type AnswerOf<Kind> = Extract<PageAnswer, { readonly kind: Kind }>;

const answers = <Kind extends PageAnswer["kind"]>(
  answer: PageAnswer | undefined,
  kind: Kind,
): answer is AnswerOf<Kind> => answer?.kind === kind;

/** Asks the background; undefined where it gave no answer, or one to another question. */
export async function ask<Kind extends PageAnswer["kind"]>(
  question: PageQuestion,
  kind: Kind,
): Promise<AnswerOf<Kind> | undefined> {
  try {
    const answer = await api.runtime.sendMessage<PageQuestion, PageAnswer | undefined>(question);
    return answers(answer, kind) ? answer : undefined;
  } catch {
    return undefined;
  }
}
