import type * as v from "valibot";
import { COMMON_ERRORS, Problem, ROUTES } from "./api.ts";
import type { Route } from "./api-route.ts";
import { ERRORS } from "./errors.ts";
import type { ErrorCode } from "./errors.ts";
import { jsonSchema } from "./json-schema.ts";
import type { JsonObject } from "./json-schema.ts";
import { ExclusionFile, PatternFile } from "./rules.ts";

/** The JSON Schemas (draft 2020-12) of the rule files, for editors; by file name. */
export function ruleFileSchemas(): Readonly<Record<string, JsonObject>> {
  const withHead = (title: string, schema: v.GenericSchema): JsonObject => ({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...jsonSchema(schema, "input"),
  });
  return {
    "dlp_patterns.schema.json": withHead("Weir DLP patterns", PatternFile),
    "dlp_exclusions.schema.json": withHead("Weir DLP exclusions", ExclusionFile),
  };
}

/** One response for each status, naming the codes that share it. */
function errorResponses(codes: readonly ErrorCode[]): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<string, JsonObject> = {};
  for (const [status, shared] of byStatus) {
    responses[status] = {
      description: shared.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(" "),
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return responses;
}

/** The parameters that stand in a path. */
function pathParameters(path: string): readonly JsonObject[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

/** The headers with which an answer is asked for only where it has changed. */
const IF_NONE_MATCH: JsonObject = {
  name: "If-None-Match",
  in: "header",
  schema: { type: "string" },
};
const ETAG: JsonObject = { ETag: { schema: { type: "string" } } };
const NOT_MODIFIED: JsonObject = {
  304: { description: "It is what the ETag of If-None-Match stands for.", headers: ETAG },
};

function operation(name: string, route: Route): JsonObject {
  const { status, schema } = route.answer;
  const content = { "application/json": { schema: jsonSchema(schema, "output") } };
  const hasETag = route.etag === true;
  const parameters = [...pathParameters(route.path), ...(hasETag ? [IF_NONE_MATCH] : [])];
  const success = { description: "The answer.", ...(hasETag ? { headers: ETAG } : {}), content };
  return {
    operationId: name,
    summary: route.summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.token ? { security: [{ bearer: [] }] } : {}),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: jsonSchema(route.body, "input") } },
          },
        }),
    responses: {
      [status]: status === 204 ? { description: "Done." } : success,
      ...(hasETag ? NOT_MODIFIED : {}),
      ...errorResponses([...route.errors, ...COMMON_ERRORS]),
    },
  };
}

/** The API's description in OpenAPI 3.1, made from the route table. */
export function openApiDocument(version: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Weir",
      version,
      summary: "Keeps secrets and personal data out of AI tools, on this machine alone.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "http://127.0.0.1:9191" }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(Problem, "output") },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}
