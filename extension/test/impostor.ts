import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CANARY_PREFIX } from "@weir/engine";

/** What a process of another user can do that listens where the agent would: it hears all, and answers what would open the door. */
export interface Impostor {
  readonly port: number;
  /** Methods and paths of what it was asked. */
  readonly paths: readonly string[];
  /** Everything that it was sent, headers included. */
  heard(): string;
  close(): Promise<void>;
}

const HIGHEST = 100;
const hex = (digit: string): string => digit.repeat(64);

/** Rules by which nothing is ever stopped. */
export const LOOSE_BUNDLE = {
  rules_sha256: hex("a"),
  thresholds: { critical: HIGHEST, high: HIGHEST, medium: HIGHEST, low: HIGHEST },
  weights: {
    hotword_boost: 0,
    entropy_boost: 0,
    entropy_penalty: 0,
    exclusion_penalty: 0,
    multi_match_boost: 0,
  },
  preset: "personal",
  canary_prefix: CANARY_PREFIX,
  max_scan_bytes: 4_194_304,
  patterns: [{ name: "Nothing", severity: "low", regex: "no_such_thing", score_weight: 1 }],
  exclusions: [],
};

/** The answers of every route, and of those that were there once. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/api/companion/pair": { key: hex("0"), proof: hex("0"), token: hex("0") },
  "/api/companion/renew": { token: hex("0") },
  "/api/companion/proof": { nonce: hex("0"), proof: hex("0"), token: hex("0") },
  "/api/rules/bundle": LOOSE_BUNDLE,
  "/api/status": { status: "ok", preset: "personal", tamper_state: "normal", managed: false },
};
const CLEAN = { blocked: false, pattern_name: "", score: 0 };

/** Listens on a port of 127.0.0.1, a free one by default; `answers` take the place of its own, by path. */
export async function startImpostor(
  port = 0,
  answers: Readonly<Record<string, object>> = {},
): Promise<Impostor> {
  const paths: string[] = [];
  let heard = "";
  const hear = async (request: IncomingMessage): Promise<void> => {
    paths.push(`${request.method} ${request.url}`);
    heard += `${request.method} ${request.url} ${request.rawHeaders.join(" ")}\n`;
    for await (const chunk of request as AsyncIterable<Buffer>) heard += chunk.toString();
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    response.setHeader("Content-Type", "application/json");
    hear(request).then(
      () => response.end(JSON.stringify(answers[url] ?? ANSWERS[url] ?? CLEAN)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    heard: () => heard,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
