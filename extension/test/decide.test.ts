import { fillTemplate, seededRandom } from "@weir/engine";
import { describe, expect, test } from "vitest";
import {
  afterwards,
  BLOCKED,
  CLEAN,
  composed,
  frame,
  SECRET,
  secret,
  SETTINGS,
  UNSURE,
} from "./deciding-frame.ts";
describe("at once", () => {
  test("a clean text is let go, and the agent told of it afterwards, once", async () => {
    const { decider, asked } = frame({});
    expect(decider.now({ text: "nothing to see" })).toEqual({ act: "let-go" });
    expect(asked).toEqual([]);
    await afterwards();
    decider.now({ text: "something else" });
    decider.now({ text: "nothing to see" });
    await afterwards();
    expect(asked.map((each) => each.kind === "scan" && each.content)).toEqual([
      "nothing to see",
      "something else",
    ]);
  });

  test("a secret is stopped with its pattern's name, and counts at the agent", async () => {
    const { decider, asked } = frame({});
    const stop = decider.now({ text: SECRET });
    expect(stop).toMatchObject({ act: "stop", reason: "finding", count: 1 });
    expect(stop).toHaveProperty("patternName", "GitHub Personal Access Token");
    await afterwards();
    expect(asked).toEqual([{ kind: "scan", content: SECRET }]);
  });

  test("a secret in the markup alone is stopped", () => {
    const { decider } = frame({});
    const unseen = `<a href="https://example.com/?key=${secret}">here</a>`;
    expect(decider.now({ text: "here", unseen })).toMatchObject({ act: "stop" });
  });

  test("a secret that comes in two pieces is stopped", () => {
    const { decider } = frame({});
    const piece = composed();
    expect(decider.now(piece(secret.slice(0, 20)))).toEqual({ act: "let-go" });
    expect(decider.now(piece(secret.slice(20)))).toMatchObject({ act: "stop" });
  });

  test.each([
    ["what may be a canary", {}, UNSURE],
    ["everything while the rules are not confirmed", { rulesFresh: false }, "clean"],
    ["everything where the policy says so", { strict: true }, "clean"],
    ["what is larger than the limit", { maxScanBytes: 4 }, "clean"],
    ["everything before the settings are known", undefined, "clean"],
  ])("the agent is asked before about %s", (_name, settings, text) => {
    expect(frame(settings).decider.now({ text })).toBeUndefined();
  });

  test("the agent is asked before about everything while the tab is held", () => {
    const held = frame({});
    held.isHeld = true;
    expect(held.decider.now({ text: "clean" })).toBeUndefined();
    expect(held.decider.alone({ text: "clean" })).toMatchObject({ act: "stop" });
  });
});

describe("with the agent", () => {
  test.each([
    [CLEAN, { act: "let-go" }],
    [BLOCKED, { act: "stop", reason: "finding", patternName: "Late" }],
    [{ undecided: "down" } as const, { act: "let-go", without: "down" }],
  ])("%o decides", async (verdict, decision) => {
    const asking = frame({});
    asking.verdict = verdict;
    expect(await asking.decider.held({ text: UNSURE })).toMatchObject(decision);
  });

  test("its verdict is asked for again only where it had none", async () => {
    const asking = frame({});
    asking.verdict = { undecided: "late" };
    await asking.decider.held({ text: UNSURE });
    await afterwards();
    asking.verdict = BLOCKED;
    expect(await asking.decider.held({ text: UNSURE })).toMatchObject({ act: "stop" });
    asking.verdict = CLEAN;
    expect(await asking.decider.held({ text: UNSURE })).toMatchObject({ act: "stop" });
    asking.tell({ kind: "settings", settings: SETTINGS });
    expect(await asking.decider.held({ text: UNSURE })).toEqual({ act: "let-go" });
  });

  test("a text that was let go and is stopped by the agent is told of", async () => {
    const asking = frame({});
    asking.verdict = BLOCKED;
    expect(asking.decider.now({ text: "clean here" })).toEqual({ act: "let-go" });
    await afterwards();
    expect(asking.late).toEqual(["Late"]);
  });

  test.each([
    ["personal", "unchecked", { act: "let-go", without: "no_rules" }],
    ["team", "unchecked", { act: "stop", reason: "unchecked", isAsked: true }],
    ["managed", "unchecked", { act: "stop", reason: "unchecked", isAsked: false }],
    ["personal", "too_large", { act: "stop", reason: "too_large", isAsked: true }],
    ["team", "too_large", { act: "stop", reason: "too_large", isAsked: false }],
    ["managed", "too_large", { act: "stop", reason: "too_large", isAsked: false }],
  ] as const)("on %s, what is %s ends as the table says", async (preset, what, decision) => {
    const settings = { preset, maxScanBytes: what === "too_large" ? 4 : 4096 };
    const asking = frame(settings, what === "too_large");
    asking.verdict = { undecided: "down" };
    expect(await asking.decider.held({ text: "whatever" })).toMatchObject(decision);
    expect(asking.decider.alone({ text: "whatever" })).toMatchObject(decision);
  });
});

describe("a request that can wait", () => {
  test("is let go by the agent while the rules are not built, and they are not built for it", async () => {
    const asking = frame({});
    expect(await asking.decider.awaited({ text: "nothing to see" })).toEqual({ act: "let-go" });
    expect(asking.asked).toEqual([{ kind: "scan", content: "nothing to see" }]);
    expect([asking.built, asking.cold]).toEqual([0, 1]);
    expect(asking.decider.now({ text: "something else" })).toEqual({ act: "let-go" });
    asking.verdict = BLOCKED;
    expect(await asking.decider.awaited({ text: "a third one" })).toEqual({ act: "let-go" });
    expect([asking.built, asking.cold]).toEqual([1, 1]);
  });

  test.each([
    ["that the agent stops has what the own engine found", BLOCKED, SECRET, "GitHub Personal"],
    ["that the agent alone stops has its name", BLOCKED, "a word", "Late"],
    [
      "with the agent down is stopped by the own engine",
      { undecided: "down" } as const,
      SECRET,
      "GitHub Personal",
    ],
  ])("%s", async (_name, verdict, text, name) => {
    const asking = frame({});
    asking.verdict = verdict;
    const stop = { act: "stop", reason: "finding", count: 1 };
    const decision = await asking.decider.awaited({ text });
    expect(decision).toMatchObject(stop);
    expect(decision).toHaveProperty("patternName", expect.stringContaining(name));
    await afterwards();
    expect([asking.built, asking.asked]).toEqual([1, [{ kind: "scan", content: text }]]);
  });

  test.each([
    ["personal", 4096, { act: "let-go", without: "down" }],
    ["managed", 4, { act: "stop", reason: "too_large" }],
  ] as const)(
    "on %s, up to %i bytes, without the agent ends as the table says",
    async (preset, maxScanBytes, decision) => {
      const asking = frame({ preset, maxScanBytes });
      asking.verdict = { undecided: "down" };
      expect(await asking.decider.awaited({ text: "whatever" })).toMatchObject(decision);
    },
  );
});

test("before settings are known nobody is asked whether a text over the limit goes on", async () => {
  const { decider } = frame(undefined);
  const text = "word ".repeat(900_000);
  const stop = { act: "stop", reason: "too_large", isAsked: false };
  expect(await decider.held({ text })).toMatchObject(stop);
  expect(decider.alone({ text })).toMatchObject(stop);
});

describe("what the person lets through", () => {
  test("goes through in requests and not in the next paste", () => {
    const { decider, asked, endings } = frame({});
    const piece = composed();
    expect(decider.now(piece(SECRET))).toMatchObject({ act: "stop" });
    void decider.allow(SECRET);
    expect(asked).toMatchObject([{ kind: "allow-once", content: secret }]);
    for (const goneAway of endings) goneAway();
    expect(asked[1]).toEqual(asked[0]);
    expect(decider.now({ text: `{"prompt":"x ${SECRET}"}` })).toEqual({ act: "let-go" });
    expect(decider.now(piece(SECRET))).toMatchObject({ act: "stop" });
    const other = fillTemplate("{checksummed:ghp_}", seededRandom("another"));
    expect(decider.now({ text: `${SECRET} ${other}` })).toMatchObject({ act: "stop" });
  });

  test("is let through where the background says that all frames know it", async () => {
    const page = frame({});
    const answer = Promise.withResolvers<void>();
    page.answered = answer.promise;
    const order: string[] = [];
    const allowing = page.decider.allow(SECRET).then(() => order.push("allowed"));
    await afterwards();
    order.push("answered");
    answer.resolve();
    await allowing;
    expect(order).toEqual(["answered", "allowed"]);
  });
});

test("a request with the text of a paste in it does not count again", async () => {
  const { decider, asked } = frame({});
  const piece = composed();
  decider.now(piece("a prompt of some length\nwith two lines"));
  await afterwards();
  decider.now({ text: 'content=a prompt of some length with two lines "model"' });
  await afterwards();
  expect(asked).toHaveLength(1);
  decider.now({ text: "a request of another kind" });
  await afterwards();
  expect(asked).toHaveLength(2);
});
