// Resolvers for domains of their own, as many as a configuration takes.
import { Config, parse } from "@weir/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closing, dnsServer, lookUp, rulesOf } from "./dns-parts.ts";
import { answerWith, udpResolver } from "./dns-resolvers.ts";

/** All but one of the most entries that `upstream_dns` takes; the last is for all other names. */
const RULES = 63;

const { kept, closeAll } = closing();
let port = 0;
beforeAll(async () => {
  const upstreams: string[] = [];
  for (let i = 0; i < RULES; i++) {
    const { address } = kept(await udpResolver(answerWith(`192.0.2.${i + 1}`)));
    const other = RULES - 1 - i;
    // Two entries share each `both` domain, so that there are more groups than entries.
    const domains = [`d${i}`, `under.d${other}`, `both${i}`, `both${i - 1}`];
    upstreams.push(`[/${domains.map((name) => `${name}.example`).join("/")}/]${address}`);
  }
  upstreams.push(kept(await udpResolver(answerWith("198.51.100.1"))).address);
  const config = parse(Config, { upstream_dns: upstreams });
  if (!config.ok) throw new Error("the configuration of the test has faults");
  const settings = { upstreams: config.value.upstream_dns };
  ({ port } = kept(await dnsServer(rulesOf({}), settings)));
});
afterAll(closeAll);

/** Which entry's resolver has answered; -1 for that of all other names. */
async function askedOf(name: string): Promise<number> {
  const { answers = [], rcode } = await lookUp(port, name);
  const [first] = answers;
  const data = first !== undefined && "data" in first ? first.data : rcode;
  if (data === "198.51.100.1") return -1;
  return Number(/^"192\.0\.2\.(\d+)"$/.exec(JSON.stringify(data))?.[1] ?? Number.NaN) - 1;
}

test("each domain is asked for at its own resolver alone, the most specific counting, up to the last entry", async () => {
  for (let i = 0; i < RULES; i++) {
    const seen = [await askedOf(`host.d${i}.example`), await askedOf(`host.under.d${i}.example`)];
    expect([i, ...seen]).toEqual([i, i, RULES - 1 - i]);
    const both = await askedOf(`host.both${i}.example`);
    expect([i, [i, i + 1].includes(both)]).toEqual([i, true]);
  }
  expect(await askedOf("host.other.example")).toBe(-1);
});
