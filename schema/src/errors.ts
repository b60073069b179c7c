/** Every error that the API answers: its stable code, HTTP status, title, and a detail that never repeats a request. */
export const ERRORS = {
  invalid_json: {
    status: 400,
    title: "The body is not JSON",
    detail: "Send one JSON object in UTF-8.",
  },
  invalid_body: {
    status: 400,
    title: "The body does not have the expected shape",
    detail: "Compare it with GET /api/openapi.json.",
  },
  bad_request: {
    status: 400,
    title: "The request is not valid HTTP",
    detail: "Check the request line, the headers and the length of the body.",
  },
  invalid_label: {
    status: 400,
    title: "A canary can't be called this",
    detail:
      "A label has 1 to 128 characters, not white space alone, and no control or format characters.",
  },
  invalid_domain: {
    status: 400,
    title: "This is not one host name",
    detail: "Write it like chatgpt.com; a public suffix such as com or co.uk is none.",
  },
  unauthorized: {
    status: 401,
    title: "The bearer token is missing or wrong",
    detail: "Send Authorization: Bearer with what the data folder's file api-token holds.",
  },
  profile_locked: {
    status: 403,
    title: "Settings are locked by the preset managed",
    detail:
      "The configuration file names this preset; whoever manages this machine can change the file.",
  },
  forbidden_host: {
    status: 403,
    title: "The Host header is not this agent's address",
    detail: "Use the loopback address and the port that the agent printed when it started.",
  },
  forbidden_origin: {
    status: 403,
    title: "Web pages may not call the agent",
    detail:
      "Only the agent's own pages and a companion may send an Origin header; weir companion pair pairs one.",
  },
  pairing_disabled: {
    status: 403,
    title: "Companions can't be paired with this agent",
    detail: "pairing_enabled is false in its configuration. Those that are paired stay so.",
  },
  pairing_code_wrong: {
    status: 403,
    title: "This is not the code that the agent shows",
    detail: "Compare it letter by letter; five wrong ones end it.",
  },
  not_found: {
    status: 404,
    title: "There is nothing at this path",
    detail: "GET /api/openapi.json lists what there is.",
  },
  canary_not_found: {
    status: 404,
    title: "There is no canary with this id",
    detail: "GET /api/dlp/canary lists them.",
  },
  override_not_found: {
    status: 404,
    title: "The domain is on neither of this machine's own lists",
    detail: "GET /api/rules/overrides tells both.",
  },
  category_not_found: {
    status: 404,
    title: "There is no category of this name",
    detail: "GET /api/policies lists them.",
  },
  companion_not_found: {
    status: 404,
    title: "No companion with this id is paired",
    detail: "GET /api/companion lists them.",
  },
  method_not_allowed: {
    status: 405,
    title: "The path does not answer this method",
    detail: "The Allow header names the methods that it answers.",
  },
  request_timeout: {
    status: 408,
    title: "The request took too long to arrive",
    detail: "Send the whole request within the time limit.",
  },
  canary_disabled: {
    status: 409,
    title: "Canaries are off, so a new one would never be met",
    detail: "canary_enabled is false in the configuration. Those that are kept stay so.",
  },
  canary_limit: {
    status: 409,
    title: "There are 200 canaries, which is all there can be",
    detail: "Delete one that is no longer needed.",
  },
  override_limit: {
    status: 409,
    title: "This machine's own lists can take no more domains",
    detail: "Put a longer list into a file of its own and name it in rule_paths.",
  },
  lists_faulty: {
    status: 409,
    title: "A list of hosts has faults, so the change is not in force",
    detail: "The agent's output names the file and the line. Mend it and try again.",
  },
  reload_refused: {
    status: 409,
    title: "The configuration or its rules have faults, so nothing was changed",
    detail: "The agent's output names each of them; what was in force stays.",
  },
  dns_not_running: {
    status: 409,
    title: "The DNS layer does not run",
    detail: "GET /api/status tells why; dns_enabled: true starts it with the agent.",
  },
  pairing_code_expired: {
    status: 410,
    title: "No code is waiting for a companion",
    detail: "A code counts for five minutes and once; weir companion pair shows a new one.",
  },
  content_too_large: {
    status: 413,
    title: "The body is larger than this route takes",
    detail:
      "Nothing was scanned. Send a content in parts, with one session_id, or raise max_scan_bytes; its body has 32 MiB at most, any other body 8 KiB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body must be JSON",
    detail: "Send Content-Type: application/json, in UTF-8 and without Content-Encoding.",
  },
  rate_limited: {
    status: 429,
    title: "More scans a second than scan_rate_limit allows",
    detail: "Nothing was scanned. Ask again after the seconds that Retry-After names.",
  },
  pairing_too_many_tries: {
    status: 429,
    title: "The code was guessed at too often and counts no more",
    detail: "weir companion pair shows a new one.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    detail: "Send at most 100 headers, and at most 16 KiB of them.",
  },
  internal_fault: {
    status: 500,
    title: "The agent failed to answer",
    detail:
      "Treat the content as blocked. This is a fault of Weir: please report it without the content.",
  },
  overrides_unwritable: {
    status: 503,
    title: "The files of this machine's own lists can't be changed",
    detail:
      "Set rules_dir to a copy of the rules that the agent may change, or check the permissions of its folder local.",
  },
  rules_changed: {
    status: 503,
    title: "The rule files are no longer those that are in force",
    detail: "weir reload takes them up.",
  },
  store_unavailable: {
    status: 503,
    title: "The change can't be kept, so it was not made",
    detail: "GET /api/status tells the state of the store; scans go on.",
  },
  stopping: {
    status: 503,
    title: "The agent is stopping",
    detail: "Ask again when it runs.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;
