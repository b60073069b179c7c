// What the proof of privacy sends: marked input of every kind.
import { acmeKey } from "./fixture-rules.ts";
import { rawRequest, sendRaw } from "./test-api.ts";

/** Each stands in one kind of input alone, so that what turns up tells where it came from. */
export const MARKERS = {
  content: "Qz7contentMark9x",
  secret: acmeKey("privacy"),
  session: "Qz7sessionMark9x",
  host: "qz7hostmark9x",
  origin: "qz7originmark9x",
  path: "Qz7pathMark9x",
  query: "Qz7queryMark9x",
  userAgent: "Qz7agentMark9x",
  header: "Qz7headerMark9x",
  bearer: "Qz7bearerMark9x",
  body: "Qz7bodyMark9x",
  badLabel: "Qz7badLabelMark9x",
  code: "Qz7codeMark9x",
  extension: "ppabkhmcndgoelfipabkhmcndgoelfip",
  dnsBlocked: "qz7dnsblockedmark9x",
  dnsPassed: "qz7dnspassedmark9x",
  dnsAnswer: "qz7dnsanswermark9x",
} as const;

/** What the agent has given out. */
export interface MarkedSecrets {
  readonly apiToken: string;
  readonly canaryToken: string;
  /** A code for a companion, waiting; and the token of one that is paired, by the marked extension. */
  readonly code: string;
  readonly companionToken: string;
}

/** Where the marked extension sends from. */
export const MARKED_ORIGIN = `chrome-extension://${MARKERS.extension}`;

/** Sends marked input of every kind; some of it is taken, most is refused. Answers all that was answered. */
export async function sendMarked(
  port: number,
  { apiToken, canaryToken, code, companionToken }: MarkedSecrets,
): Promise<string> {
  let answers = "";
  const marked = { "User-Agent": MARKERS.userAgent, "X-Mark": MARKERS.header };
  const content = `${MARKERS.content} ${MARKERS.secret} ${MARKERS.content}`;
  const body = JSON.stringify({ content, session_id: MARKERS.session });
  const token = { Authorization: `Bearer ${apiToken}` };
  const companion = { Authorization: `Bearer ${companionToken}` };
  const origin = { Origin: MARKED_ORIGIN };
  const requests: readonly Parameters<typeof rawRequest>[1][] = [
    { body },
    { path: "/api/dlp/redact", body: JSON.stringify({ content: MARKERS.content }) },
    {
      body: JSON.stringify({
        content: `${MARKERS.content} ${canaryToken}`,
        session_id: MARKERS.session,
      }),
    },
    { path: `/api/dlp/scan?q=${MARKERS.query}`, body },
    { path: `/api/dlp/${MARKERS.path}`, body },
    { method: "GET", path: `/${MARKERS.path}?${MARKERS.query}` },
    { method: "DELETE", path: `/api/dlp/canary/${MARKERS.path}?${MARKERS.query}`, fields: token },
    { fields: { Host: `${MARKERS.host}.example` }, body },
    { fields: { Origin: `https://${MARKERS.origin}.example` }, body },
    { fields: { Referer: `https://${MARKERS.origin}.example/` }, body },
    { fields: { "Content-Type": `text/${MARKERS.header}` }, body },
    { body: `{"content": "${MARKERS.body}` },
    { body: JSON.stringify({ content: "x", [MARKERS.body]: MARKERS.body }) },
    { body: JSON.stringify({ content: MARKERS.body.repeat(400_000) }) },
    { method: MARKERS.body, body },
    { method: "GET", path: `http://${MARKERS.host}.example/${MARKERS.path}` },
    {
      path: "/api/dlp/canary",
      fields: { Authorization: `Bearer ${MARKERS.bearer}` },
      body: `{"label":"${MARKERS.badLabel}"}`,
    },
    {
      path: "/api/dlp/canary",
      fields: token,
      body: JSON.stringify({ label: `${MARKERS.badLabel}\n` }),
    },
    {
      path: "/api/dlp/canary",
      fields: token,
      body: JSON.stringify({ label: "x", note: MARKERS.badLabel }),
    },
    {
      method: "PUT",
      path: "/api/dlp/config",
      fields: token,
      body: JSON.stringify({ [MARKERS.body]: 1 }),
    },
    { method: "PUT", path: "/api/dlp/config", fields: token, body: '{"thresholds":{"low":5}}' },
    { path: "/api/companion/pair", fields: origin, body: JSON.stringify({ code: MARKERS.code }) },
    { path: "/api/companion/pair", fields: origin, body: JSON.stringify({ code: [code] }) },
    { path: "/api/companion/pair", body: JSON.stringify({ code }) },
    { path: "/api/companion/proof", fields: origin, body: JSON.stringify({ [code]: 1 }) },
    { method: "DELETE", path: `/api/companion/${companionToken}`, fields: token },
    { method: "GET", path: "/api/rules/bundle", fields: origin },
    { method: "GET", path: "/api/rules/bundle", fields: { ...origin, ...companion } },
    { fields: { ...origin, Authorization: `Bearer ${MARKERS.bearer}` }, body },
    { method: "GET", path: "/api/companion", fields: { ...origin, ...companion } },
  ];
  for (const request of requests) {
    const fields = { ...marked, ...request.fields };
    const answer = await sendRaw(port, [rawRequest(port, { ...request, fields })]);
    // A redaction answers its content to whoever sent it; that is what it is for.
    if (answer.status !== 200 || request.path !== "/api/dlp/redact") answers += answer.text;
  }
  answers += (await sendRaw(port, [`${MARKERS.body}\r\n\r\n`])).text;
  return answers;
}
