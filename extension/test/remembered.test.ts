import { fillTemplate, seededRandom } from "@weir/engine";
import { describe, expect, test } from "vitest";
import { allowances } from "../src/background/allowances.ts";
import { oncePerPrompt } from "../src/background/verdicts.ts";
import { allowedTexts } from "../src/shared/allowed-texts.ts";
import type { AgentVerdict } from "../src/shared/messages.ts";

describe("one prompt is asked about once", () => {
  const clean: AgentVerdict = { blocked: false, patternName: "", score: 0 };
  function asked(answer: AgentVerdict = clean) {
    const texts: string[] = [];
    const clock = { now: 0 };
    const verdicts = oncePerPrompt(
      async (content, sessionId) => {
        texts.push(`${content}/${sessionId ?? ""}`);
        return answer;
      },
      () => clock.now,
    );
    return { texts, clock, verdicts };
  }

  test("pasted, saved and sent", async () => {
    const { texts, verdicts } = asked();
    await verdicts.ask("a", "s");
    expect(await Promise.all([verdicts.ask("a"), verdicts.ask("a", "s")])).toEqual([clean, clean]);
    expect(texts).toEqual(["a/s"]);
  });

  test("two that ask at the same time", async () => {
    const { texts, verdicts } = asked();
    await Promise.all([verdicts.ask("a"), verdicts.ask("a")]);
    expect(texts).toHaveLength(1);
  });

  test("a session is asked about, whatever was said outside of it", async () => {
    const { texts, verdicts } = asked();
    await verdicts.ask("a");
    await verdicts.ask("a", "s");
    expect(texts).toEqual(["a/", "a/s"]);
  });

  test("again where nothing was decided, time has passed, or other rules are in force", async () => {
    const undecided = asked({ undecided: "down" });
    await undecided.verdicts.ask("a");
    await undecided.verdicts.ask("a");
    expect(undecided.texts).toHaveLength(2);
    const { texts, clock, verdicts } = asked();
    await verdicts.ask("a");
    clock.now = 30_000;
    await verdicts.ask("a");
    verdicts.forget();
    await verdicts.ask("a");
    expect(texts).toHaveLength(3);
  });

  test("no more is remembered than has room", async () => {
    const { texts, verdicts } = asked();
    for (let i = 0; i < 65; i++) await verdicts.ask(`text ${i}`);
    await verdicts.ask("text 64");
    await verdicts.ask("text 0");
    expect(texts).toHaveLength(66);
  });
});

describe("what a person let through", () => {
  const secret = fillTemplate("{base62:24}", seededRandom("allowed"));
  test("is taken out of that tab's texts alone, as long as the frame that tells it believes", () => {
    const clock = { now: 0 };
    const allowed = allowances(() => clock.now);
    allowed.allow(1, { content: secret, until: 600_000 });
    expect(allowed.without(1, `send ${secret} and more`)).not.toContain(secret);
    expect(allowed.without(1, `send ${secret} and more`)).toContain("and more");
    expect(allowed.without(2, secret)).toBe(secret);
    clock.now = 600_000;
    expect(allowed.without(1, secret)).toBe(secret);
  });

  test("is told again as long as it counts", () => {
    const clock = { now: 0 };
    const allowed = allowedTexts(() => clock.now);
    allowed.allow({ content: secret, until: 5 });
    allowed.allow({ content: secret, until: 10 });
    clock.now = 9;
    expect(allowed.live()).toEqual([{ content: secret, until: 10 }]);
    clock.now = 10;
    expect(allowed.live()).toEqual([]);
  });

  test("is each value of a text with many", () => {
    const allowed = allowances();
    const random = seededRandom("many");
    const secrets = Array.from({ length: 20 }, () => fillTemplate("{base62:24}", random));
    for (const content of secrets) allowed.allow(1, { content, until: Infinity });
    expect(allowed.without(1, secrets.join(",")).replaceAll(/[ ,]/g, "")).toBe("");
  });

  test("is forgotten with the page, and nothing is no such text", () => {
    const allowed = allowances();
    allowed.allow(1, { content: secret, until: Infinity });
    allowed.forget(1);
    allowed.allow(1, { content: "", until: Infinity });
    expect(allowed.without(1, secret)).toBe(secret);
  });
});
