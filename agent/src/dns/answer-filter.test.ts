import { encode } from "dns-packet";
import type { Answer } from "dns-packet";
import { expect, test } from "vitest";
import { checkAnswer } from "./answer-filter.ts";

const QUESTION = { type: "A", name: "x.example", class: "IN" } as const;
/** The header, the name, its type and class. */
const QUESTION_END = 12 + 11 + 4;
const CHECKS = { rules: undefined, isInspected: false, stripEch: false };
const NXDOMAIN = 3;

function checked(rcode: number, parts: { answers?: Answer[]; authorities?: Answer[] }) {
  const message = encode({ type: "response", flags: rcode, questions: [QUESTION], ...parts });
  return checkAnswer(message, QUESTION_END, CHECKS);
}

/** An answer to a name that does not exist, which its zone lets be kept for so long. */
function absent(sec: number) {
  const data = { mname: "ns.example", rname: "x.example", serial: 1, minimum: sec };
  return checked(NXDOMAIN, { authorities: [{ type: "SOA", name: "example", ttl: sec, data }] });
}

test("that a name does not exist is kept five minutes at most, an address a day", () => {
  expect(absent(299)).toMatchObject({ keepSec: 299 });
  expect(absent(100_000)).toMatchObject({ keepSec: 300 });
  const address = { type: "A", name: "x.example", ttl: 100_000, data: "192.0.2.1" } as const;
  expect(checked(0, { answers: [address] })).toMatchObject({ keepSec: 86_400 });
});

test("the names of an answer's records have 16 KiB at most", () => {
  // 255 bytes on the wire, of which nothing is written short.
  const nameOf = (i: number): string =>
    [`${i}`.padStart(61, "a"), ...Array.from({ length: 3 }, () => "b".repeat(63))].join(".");
  const answersOf = (count: number): Answer[] =>
    Array.from({ length: count }, (_, i) => ({
      type: "A",
      name: nameOf(i),
      ttl: 60,
      data: "192.0.2.1",
    }));
  expect(checked(0, { answers: answersOf(64) })).toMatchObject({ keepSec: 60 });
  expect(checked(0, { answers: answersOf(65) })).toBe("malformed");
});
