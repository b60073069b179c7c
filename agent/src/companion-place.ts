import { DEFAULT_API_LISTEN } from "@weir/schema";

/** The names under which the companion may find an agent on its port: it is built to ask one address, and can be told no other. */
const COMPANIONS_HOSTS: readonly string[] = ["127.0.0.1", "localhost"];

/** What is told of an agent that the companion does not find. */
export const NOT_FOUND_BY_COMPANION = `the browser companion asks ${DEFAULT_API_LISTEN} alone, and finds no agent elsewhere`;

/** Does the companion find an agent that listens here? */
export function isFoundByCompanion(host: string, port: number): boolean {
  return (
    COMPANIONS_HOSTS.some((known) => known === host) && DEFAULT_API_LISTEN.endsWith(`:${port}`)
  );
}
