import { COMMON_ERRORS, ERRORS, ROUTES } from "@weir/schema";
import type { ErrorCode, Route } from "@weir/schema";

const errorRow = (code: ErrorCode): string => {
  const { status, title, detail } = ERRORS[code];
  return `| ${status} | \`${code}\` | ${title}. | ${detail} |`;
};

/** The reference page of the HTTP API, in Markdown. */
export function apiReference(): string {
  const routes = Object.values<Route>(ROUTES).map(
    ({ method, path, summary, token, etag, answer, errors }) => {
      const codes = errors.map((code) => `\`${code}\``).join(", ") || "none of its own";
      return `| ${method} | \`${path}\` | ${summary} | ${token ? "yes" : "no"} | ${answer.status}${etag === true ? ", 304" : ""} | ${codes} |`;
    },
  );
  const codes = [
    ...new Set([...Object.values<Route>(ROUTES).flatMap(({ errors }) => errors), ...COMMON_ERRORS]),
  ];
  return `<!-- Made by scripts/generate.ts from schema/src/api.ts and schema/src/errors.ts. -->

# HTTP API

Served on the loopback address alone. Bodies are JSON in UTF-8; the shapes are in [openapi.json](openapi.json). Every
error is \`application/problem+json\` (RFC 9457) with a stable \`code\`, and none repeats anything of the request.

| method | path | purpose | token | success | errors beside the common ones |
|---|---|---|---|---|---|
${routes.join("\n")}

## Errors

${COMMON_ERRORS.map((code) => `\`${code}\``).join(", ")} can come from any route.

| status | code | meaning | what to do |
|---|---|---|---|
${codes
  .toSorted((a, b) => ERRORS[a].status - ERRORS[b].status)
  .map(errorRow)
  .join("\n")}
`;
}
