import { isIP } from "node:net";
import { askUdp } from "../ask-udp.ts";
import type { Answer, AskResolver } from "./verify.ts";

/** How often a resolver is asked, and how long each answer may take. */
const TRIES = 4;
const ANSWER_MS = 3000;

/** Type A, class IN. */
const QUESTION = [0, 1, 0, 1];
const NXDOMAIN = 3;

const wireName = (name: string): number[] => [
  ...name.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]),
  0,
];

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
  const query = [1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...wireName(name), ...QUESTION];
  const rcode = await askUdp(place, Uint8Array.from(query), ANSWER_MS);
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
