import { isIP } from "node:net";
import { askUdp, NXDOMAIN } from "../ask-udp.ts";
import { addressQuery } from "../dns-query.ts";
import type { Answer, AskResolver } from "./verify.ts";

/** How often a resolver is asked, and how long each answer may take. */
const TRIES = 4;
const ANSWER_MS = 3000;

/** Any number serves: nobody else is told of the socket that a query leaves by. */
const QUERY_ID = 0x0102;

interface Place {
  readonly address: string;
  readonly port: number;
}

/** Reads `192.0.2.53`, `192.0.2.53:5353` and `[2001:db8::53]:5353`. */
function parsePlace(text: string): Place | undefined {
  if (isIP(text) !== 0) return { address: text, port: 53 };
  const parts = /^(?:\[([^\]]+)\]|([^:]+)):([0-9]{1,5})$/.exec(text);
  const address = parts?.[1] ?? parts?.[2] ?? "";
  const port = Number(parts?.[3] ?? 0);
  return isIP(address) !== 0 && port > 0 && port < 65_536 ? { address, port } : undefined;
}

async function askOnce(place: Place, name: string): Promise<Answer> {
  const rcode = await askUdp(place, addressQuery(QUERY_ID, name), ANSWER_MS);
  return rcode === NXDOMAIN ? "nxdomain" : rcode === 0 ? "other" : "none";
}

/** Asks the resolver at an address over UDP, a few times; undefined where the address is none. */
export function askResolver(text: string): AskResolver | undefined {
  const place = parsePlace(text.trim());
  if (place === undefined) return undefined;
  return async (name) => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const answer = await askOnce(place, name);
      if (answer !== "none") return answer;
    }
    return "none";
  };
}
