import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse } from "@weir/schema";
import { ExclusionFile, PatternFile } from "@weir/schema";
import {
  compileRuleset,
  fillTemplate,
  redact,
  scan,
  seededRandom,
  withCanaries,
} from "../src/index.ts";
import { buildAutomaton } from "../src/scan/aho-corasick.ts";
import { correlate } from "../src/scan/correlate.ts";
import { entropyBits } from "../src/scan/entropy.ts";
import { normalise } from "../src/scan/normalise.ts";
import { isPlaceholder } from "../src/scan/placeholders.ts";
import { indexWords } from "../src/scan/word-index.ts";

/** A case of `engine/vectors`: what goes in, and what must come out. */
export interface Vector {
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
}

interface ScanInput {
  readonly patterns: unknown[];
  readonly exclusions?: unknown[];
  readonly content: string;
  readonly tail?: string;
}

interface CanaryInput {
  readonly patterns?: unknown[];
  readonly exclusions?: unknown[];
  readonly weights?: object;
  readonly thresholds?: object;
  readonly canaries: readonly { id: string; label: string; token: string }[];
  /** This many more canaries, each with a made-up token. */
  readonly more?: number;
  /** The contents of one session, in order. */
  readonly contents: readonly string[];
}

/** A pattern needs no more in a vector than what the vector is about. */
const PATTERN_DEFAULTS = { name: "Test Pattern", severity: "critical", score_weight: 1 };

function valueOf<T>(parsed: { ok: true; value: T } | { ok: false; faults: readonly unknown[] }): T {
  if (parsed.ok) return parsed.value;
  throw new Error(`a vector's rules are faulty: ${JSON.stringify(parsed.faults)}`);
}

function rulesOf({ patterns, exclusions = [] }: ScanInput) {
  const complete = patterns.map((pattern) => Object.assign({}, PATTERN_DEFAULTS, pattern));
  return compileRuleset(
    valueOf(parse(PatternFile, { patterns: complete })).patterns,
    valueOf(parse(ExclusionFile, { exclusions })).exclusions,
  );
}

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const fill = (template: string): string => fillTemplate(template, seededRandom("vector"));

/** Scans a session's contents and tells the verdict of each, with the ids of the canaries that it met. */
function runCanary(input: CanaryInput): unknown {
  const { patterns = [], exclusions = [], canaries, more = 0, contents } = input;
  const random = seededRandom("more canaries");
  const others = Array.from({ length: more }, (_, i) => {
    return { id: `more-${i}`, label: "more", token: fillTemplate("WEIR{base32:16}", random) };
  });
  const planted = [...others, ...canaries];
  const ruleset = withCanaries(rulesOf({ patterns, exclusions, content: "" }), planted);
  const own = {
    thresholds: { ...DEFAULT_THRESHOLDS, ...input.thresholds },
    weights: { ...DEFAULT_WEIGHTS, ...input.weights },
  };
  let tail = "";
  return contents.map((content) => {
    const result = scan(ruleset, own, content, { tail });
    tail = result.tail;
    const { blocked, patternName, score } = result;
    const met = result.findings.flatMap(({ finding }) => finding.pattern.canary?.id ?? []);
    return { blocked, patternName, score, met };
  });
}

const RUNNERS: Readonly<Record<string, (input: never) => unknown>> = {
  normalise: ({ content }: { content: string }) => {
    const { content: own, decoded } = normalise(content);
    return [own, ...decoded].map(({ text }) => text);
  },
  correlate: ({ content, tail }: { content: string; tail: string }) =>
    correlate(normalise(content), tail).map(({ text }) => text),
  candidates: ({ words, text }: { words: string[]; text: string }) => {
    const hits: [number, number][] = [];
    buildAutomaton(words).findAll(text, (word, start) => hits.push([word, start]));
    return hits;
  },
  placeholders: (value: string) => isPlaceholder(value),
  entropy: (text: string) => entropyBits(text),
  words: ({ text, word }: { text: string; word: string }) =>
    indexWords(text).hasWithin(word, 0, text.length),
  scan: (input: ScanInput) => {
    const { blocked, patternName, score, findings } = scan(
      rulesOf(input),
      policy,
      fill(input.content),
      { tail: fill(input.tail ?? "") },
    );
    return { blocked, patternName, score, findings: findings.length };
  },
  canary: runCanary,
  redact: (input: ScanInput) =>
    redact(rulesOf(input), policy, fill(input.content), { tail: fill(input.tail ?? "") }).content,
};

/** Runs one case of the named step. Nothing here needs Node or a browser. */
export function runVector(step: string, input: unknown): unknown {
  const run = RUNNERS[step];
  if (run === undefined) throw new Error(`no runner for the vectors of ${step}`);
  return run(input as never);
}
