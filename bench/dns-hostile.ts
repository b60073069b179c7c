// The most that one message can cost the DNS thread, for bench/dns.ts: datagrams and TCP messages of clients, and answers of
// upstreams, made to be expensive and up to 64 KiB long.
import process from "node:process";
import { buildHostTable, seededRandom } from "@weir/engine";
import { checkAnswer } from "../agent/src/dns/answer-filter.ts";
import { Miss } from "../agent/src/dns/flights.ts";
import { Deframer, frame } from "../agent/src/dns/framing.ts";
import { createHandler } from "../agent/src/dns/handler.ts";
import { median } from "./server-process.ts";

const MAX_BYTES = 65_535;
/** What Node reads of a stream at once. */
const MAX_PART_BYTES = 65_536;
const RUNS = 20;
const BATCHES = 21;
const RANDOM_MESSAGES = 300;

const rules = {
  table: buildHostTable([{ name: "chat.example", list: 1 }]),
  actions: Uint8Array.from({ length: 64 }, (_, list) => (list === 1 ? 3 : 0)),
};

const u16 = (value: number): number[] => [value >>> 8, value & 0xff];

/** A message's header: flags, and how many records each section says it has. */
const header = (flags: number, counts: readonly [number, number, number, number]): number[] => [
  ...u16(4660),
  ...u16(flags),
  ...counts.flatMap(u16),
];

/** A name of as many labels of one byte as one can have. */
const LONG_NAME = [...Array.from({ length: 126 }, () => [1, 97]).flat(), 0];
const QUESTION = [...LONG_NAME, ...u16(1), ...u16(1)];
const POINTER = u16(0xc00c);

const record = (name: readonly number[], type: number, data: readonly number[]): number[] => [
  ...name,
  ...u16(type),
  ...u16(1),
  ...u16(0),
  ...u16(60),
  ...u16(data.length),
  ...data,
];

/** As many of a record as fit behind a start. */
function filled(
  start: readonly number[],
  one: readonly number[],
): { bytes: number[]; count: number } {
  const count = Math.floor((MAX_BYTES - start.length) / one.length);
  return { bytes: [...start, ...Array.from({ length: count }, () => one).flat()], count };
}

const OPTION = [...u16(15), ...u16(2), ...u16(9)];

function queries(): Uint8Array[] {
  const full = header(0x0100, [1, 0, 0, 1]);
  const options = Array.from({ length: 10_000 }, () => OPTION).flat();
  return [
    [...full, ...QUESTION, ...record([0], 41, options)],
    filled([...header(0x0100, [1, 0, 0, 65_535]), ...QUESTION], record([0], 41, [])).bytes,
    filled(header(0x0100, [65_535, 0, 0, 0]), QUESTION).bytes,
    filled(header(0x0100, [1, 65_535, 0, 0]), record(POINTER, 5, POINTER)).bytes,
    [...full, ...QUESTION, ...record(LONG_NAME, 250, [])],
    Array.from({ length: MAX_BYTES }, () => 0),
  ].map((bytes) => Uint8Array.from(bytes));
}

/** Answers to QUESTION, each of one kind of record over and over. */
function answers(): Uint8Array[] {
  const start = [...header(0x8180, [1, 0, 0, 0]), ...QUESTION];
  const kinds = [
    record([0], 1, []),
    record(POINTER, 1, [192, 0, 2, 1]),
    record(POINTER, 5, LONG_NAME),
    record(POINTER, 5, POINTER),
    record(POINTER, 65, [...u16(1), ...LONG_NAME]),
    record(POINTER, 65, [...u16(1), 0, ...u16(5), ...u16(0)]),
    record(LONG_NAME, 1, [192, 0, 2, 1]),
    record(LONG_NAME, 5, LONG_NAME),
  ];
  return kinds.flatMap((kind) => {
    const { bytes, count } = filled(start, kind);
    const few = Math.min(count, 16);
    return [count, 512, few].flatMap((total) =>
      [6, 10].map((section) => {
        const message = Uint8Array.from(
          bytes.slice(0, start.length + Math.min(total, count) * kind.length),
        );
        message.set(u16(Math.min(total, count)), section);
        return message;
      }),
    );
  });
}

/** Messages with bytes changed at random. */
function mutated(seeds: readonly Uint8Array[]): Uint8Array[] {
  const random = seededRandom("hostile");
  return Array.from({ length: RANDOM_MESSAGES }, (_, i) => {
    const message = Uint8Array.from(seeds[i % seeds.length] ?? []);
    for (let edits = 0; edits < 4; edits++) {
      message[Math.floor(random() * message.length)] = Math.floor(random() * 256);
    }
    return message;
  });
}

/** Microseconds of CPU of all threads that a message takes: the median of batches of runs in a row. */
function costOf(message: Uint8Array, run: (message: Uint8Array) => void): number {
  const batches = Array.from({ length: BATCHES }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < RUNS; i++) run(message);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / RUNS;
  });
  return median(batches);
}

/** What the dearest message costs. */
function worst(messages: readonly Uint8Array[], run: (message: Uint8Array) => void): number {
  for (const message of messages) run(message);
  return Math.max(...messages.map((message) => costOf(message, run)));
}

const handler = createHandler(
  {
    resolver: { ask: () => undefined, reset: () => undefined },
    counts: { query: () => undefined, block: () => undefined },
    nowMs: () => performance.now(),
  },
  rules,
  { stripEch: true, blockPrivateRelay: true, upstreams: [], checkAnswers: true },
);
const asked = queries();
const sent = [...asked, ...mutated(asked)];
const answered = answers();
const copies = new Uint8Array(MAX_BYTES);

function check(message: Uint8Array): void {
  // What is checked is changed.
  const copy = copies.subarray(0, message.length);
  copy.set(message);
  checkAnswer(copy, 12 + QUESTION.length, { rules, isInspected: true, stripEch: true });
}

function takeStream(message: Uint8Array): void {
  const deframer = new Deframer();
  for (let at = 0; at < message.length; at += MAX_PART_BYTES) {
    const part = message.subarray(at, at + MAX_PART_BYTES);
    deframer.take(part, (whole) => !(handler.answer(whole, true) instanceof Miss));
  }
}

/** The dearest message of each kind: what it is, and how to measure its microseconds of CPU without the kernel's. */
export const HOSTILE_ROWS: readonly (readonly [string, () => number])[] = [
  ["dearest of hostile datagrams", () => worst(sent, (each) => void handler.answer(each, false))],
  ["dearest of hostile messages by TCP", () => worst(sent.map(frame), takeStream)],
  [
    "dearest of an upstream's hostile answers",
    () => worst([...answered, ...mutated(answered)], check),
  ],
];
