// The OpenAPI document, made of the same schemas that requests are read by.
import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { z, type ZodObject, type ZodType } from "zod";
import { ROUTE_SCOPES } from "../../../auth/scope-table.ts";
import { toPattern, type Route, type RouteContract } from "../route.ts";

const errorSchema = z
  .looseObject({
    code: z.string().describe("What went wrong, in a word."),
    message: z.string().describe("In a sentence."),
    field: z.string().optional().describe("What of the request does not fit."),
    requestId: z.string().describe("Under which the server's log has it."),
  })
  .meta({
    id: "Error",
    example: { code: "bad_input", message: "user_message: is needed", field: "user_message", requestId: "0193…" },
  });

const ERRORS: Readonly<Record<number, string>> = {
  403: "The key does not have the scope.",
  404: "There is no such thing.",
  409: "Not in this state: busy, over, answered or switched off.",
  413: "The body is too large.",
  400: "The request does not fit; `field` says where.",
  501: "The agent cannot do that.",
  502: "The agent could not be started, or refused.",
  503: "The server is about to end, or is full.",
};

const TAGS = [
  { name: "Reply", description: "Prompt an agent, and stream what comes of it." },
  { name: "Sessions", description: "Conversations: one log each, the same on every entrypoint." },
  { name: "Events", description: "Follow a session live, or read its log." },
  { name: "Questions", description: "Permissions and forms that agents ask for." },
  { name: "Agents", description: "Who can be talked to, and what they have at hand." },
  { name: "Recipes", description: "Conversations made repeatable." },
  { name: "Turns", description: "Prompts and how they ended." },
  { name: "About", description: "This documentation." },
];

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

export function createOpenApi(routes: readonly Route[], baseUrl: string): OpenApiDocument {
  const api = new OpenAPIHono();
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  for (const { contract } of routes) api.openAPIRegistry.registerPath(toRouteConfig(contract));
  return api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Parley: the native API", version: "1.0.0", description: ABOUT },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: TAGS,
  });
}

const ABOUT =
  "Sessions with coding agents over HTTP and server-sent events. The same sessions are at /acp (Agent Client Protocol), /agents and /runs (ACP-REST) and /.well-known/agent-card.json (A2A).";

function toRouteConfig(contract: RouteContract): RouteConfig {
  const { method, path, tag, summary, description, query, reply, aliases = [] } = contract;
  const scope = ROUTE_SCOPES["native"]?.[`${method.toUpperCase()} ${toPattern(path)}`];
  const notes = [
    description,
    aliases.length === 0 ? undefined : `Also at ${aliases.map((one) => `\`${one}\``).join(", ")}.`,
    scope === undefined || scope === "open" ? undefined : `Needs the scope \`${scope}\`.`,
  ].filter((note) => note !== undefined);
  const body = toBody(contract);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, z.string()] as const);
  return {
    method,
    path,
    tags: [tag],
    operationId: `${method} ${path}`
      .replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replaceAll(/\W/g, ""),
    summary,
    ...(notes.length === 0 ? {} : { description: notes.join("\n\n") }),
    request: {
      ...(names.length === 0 ? {} : { params: z.object(Object.fromEntries(names)) }),
      // Queries are objects of plain fields, all of them.
      ...(query === undefined ? {} : { query: query as ZodObject }),
      ...(body === undefined ? {} : { body }),
    },
    responses: { [reply.status ?? 200]: toResponse(reply), ...toErrors(contract) },
  };
}

function toBody({
  body,
  bodyType,
  example,
}: RouteContract): { content: Record<string, { schema: ZodType; example?: unknown }> } | undefined {
  if (bodyType !== undefined) return { content: { [bodyType]: { schema: z.string() } } };
  if (body === undefined) return undefined;
  return { content: { "application/json": { schema: body, ...(example === undefined ? {} : { example }) } } };
}

function toResponse({
  description,
  schema,
  contentType,
  status,
}: RouteContract["reply"]): RouteConfig["responses"][string] {
  if (status === 204) return { description };
  const type = contentType ?? "application/json";
  const other = type === "application/json" ? z.looseObject({}) : z.string();
  return { description, content: { [type]: { schema: schema ?? other } } };
}

function toErrors({ errors = [], body, query }: RouteContract): RouteConfig["responses"] {
  const statuses = [...errors, ...(body === undefined && query === undefined ? [] : [400])].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: ERRORS[status] ?? "It failed.", content: { "application/json": { schema: errorSchema } } },
    ]),
  );
}
