// The OpenAPI document, generated from the schemas that also validate requests.
import type { RouteContract } from "@parley/contract";
import { z } from "zod";
import { ROUTE_SCOPES } from "../../../auth/scope-table.ts";
import { toPattern } from "../../../http/route-pattern.ts";
import type { Route } from "../route.ts";
import { createSchemaSet, type JsonSchema, type SchemaSet } from "./schema-set.ts";

const errorSchema = z
  .looseObject({
    code: z.string().describe("Machine-readable reason."),
    message: z.string().describe("What happened and what to do."),
    field: z.string().optional().describe("The field of the request that is invalid."),
    requestId: z.string().describe("Id of the request in the server's log."),
  })
  .meta({
    id: "Error",
    example: { code: "bad_input", message: "user_message: is required", field: "user_message", requestId: "0193…" },
  });

const ERRORS: Readonly<Record<number, string>> = {
  400: "The request is invalid; `field` names the field.",
  403: "The key does not have the required scope.",
  404: "Not found.",
  409: "Not possible in the current state: busy, finished, already answered or disabled.",
  413: "The body is too large.",
  422: "The `Idempotency-Key` was already used for a different request.",
  501: "The agent does not support this.",
  502: "The agent did not start, or rejected the request.",
  503: "The server is shutting down or at a limit.",
};

/** In the order of the page. */
const TAGS: Readonly<Record<RouteContract["tag"], string>> = {
  Reply: "Prompt an agent and stream its answer.",
  Sessions: "Conversations. Each has one log, shared by all protocols.",
  Events: "Follow a session live, or read its log.",
  Changes: "Files changed by turns: show, undo, keep and redo them.",
  Terminals: "Commands run by agents: follow them, type into them, kill them.",
  Files: "Files in a session's folder, git status and diff, worktrees.",
  Questions: "Permissions and forms that agents ask for.",
  Agents: "Available agents, their tools, prompts and extensions.",
  Recipes: "Repeatable conversations with parameters.",
  Rules: "What agents may do without asking, trusted folders, and past decisions.",
  Turns: "Prompts and their outcomes.",
  Server: "The server itself.",
  About: "This documentation.",
};

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  readonly requestBody?: { readonly content: Content } | undefined;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly content?: Content | undefined;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

export function createOpenApi(routes: readonly Route[], baseUrl: string): OpenApiDocument {
  const schemas = createSchemaSet();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { contract } of routes) {
    (paths[contract.path] ??= {})[contract.method] = toOperation(contract, schemas);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Parley native API", version: "1.0.0", description: ABOUT },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, schemas: schemas.named() },
  };
}

const ABOUT =
  "Sessions with coding agents over HTTP and server-sent events. The same sessions are at /acp (Agent Client Protocol), /agents and /runs (ACP-REST) and /.well-known/agent-card.json (A2A).";

function toOperation(contract: RouteContract, schemas: SchemaSet): Operation {
  const { method, path, tag, summary, description, reply, aliases = [] } = contract;
  const scope = ROUTE_SCOPES["native"]?.[`${method.toUpperCase()} ${toPattern(path)}`];
  const notes = [
    description,
    aliases.length === 0 ? undefined : `Also at ${aliases.map((one) => `\`${one}\``).join(", ")}.`,
    scope === undefined || scope === "open" ? undefined : `Requires the scope \`${scope}\`.`,
  ].filter((note) => note !== undefined);
  const parameters = toParameters(contract, schemas);
  const content = toRequestContent(contract, schemas);
  return {
    operationId: `${method} ${path}`
      .replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replaceAll(/\W/g, ""),
    tags: [tag],
    summary,
    ...(notes.length > 0 && { description: notes.join("\n\n") }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { content } }),
    responses: { [reply.status ?? 200]: toResponse(reply, schemas), ...toErrors(contract, schemas) },
  };
}

function toParameters({ path, query }: RouteContract, schemas: SchemaSet): readonly Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Parameter => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const { properties = {}, required = [] } = query === undefined ? {} : schemas.add(query);
  const inQuery = Object.entries(properties).map(([name, schema]): Parameter => {
    const { description } = schema;
    return { name, in: "query", required: required.includes(name), ...(description && { description }), schema };
  });
  return [...inPath, ...inQuery];
}

function toRequestContent({ body, bodyType, example }: RouteContract, schemas: SchemaSet): Content | undefined {
  if (bodyType !== undefined) return { [bodyType]: { schema: { type: "string" } } };
  if (body === undefined) return undefined;
  return { "application/json": { schema: schemas.add(body), ...(example !== undefined && { example }) } };
}

function toResponse(
  { description, schema, contentType, status }: RouteContract["reply"],
  schemas: SchemaSet,
): OpenApiResponse {
  if (status === 204) return { description };
  const type = contentType ?? "application/json";
  const other = type === "application/json" ? z.looseObject({}) : z.string();
  return { description, content: { [type]: { schema: schemas.add(schema ?? other) } } };
}

function toErrors({ errors = [], body, query }: RouteContract, schemas: SchemaSet): Operation["responses"] {
  const statuses = [...errors, ...(body === undefined && query === undefined ? [] : [400])].toSorted((a, b) => a - b);
  const content = { "application/json": { schema: schemas.add(errorSchema) } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: ERRORS[status] ?? "The request failed.", content }]),
  );
}
