// The scopes: one table for every route of every dialect, and for every action that a request can contain. The server
// does not start with a route that has no row, and `scope-table.process.test.ts` tests all of them with every scope.
import { operations, toExtensionMethod, type Operation } from "@parley/contract";
import type { RouteScopes, Scope } from "../http/dialect.ts";
import { toPattern } from "../http/route-pattern.ts";

const OPS: RouteScopes = {
  "GET /health": "open",
  "GET /ready": "read",
  "GET /metrics": "read",
};

const PAGE: RouteScopes = {
  "GET /": "read",
  "GET /page/:file": "read",
};

/** Opening and closing a connection. Each method has its own row below. */
const ACP: RouteScopes = {
  "POST /acp": "read",
  "GET /acp": "read",
  "DELETE /acp": "read",
  "ALL /acp": "read",
};

const ACP_REST: RouteScopes = {
  "GET /ping": "open",
  "GET /agents": "read",
  "GET /agents/:name": "read",
  "POST /runs": "drive",
  "GET /runs/:id": "read",
  "POST /runs/:id": "drive",
  "POST /runs/:id/cancel": "drive",
  "GET /runs/:id/events": "read",
  "GET /session/:id": "read",
  "GET /resources/sessions/:id/state": "read",
  "GET /resources/*": "read",
};

const OPERATIONS = Object.entries<Operation>(operations);

const NATIVE: RouteScopes = {
  ...Object.fromEntries(
    OPERATIONS.flatMap(([, { method, path, aliases = [], scope }]) =>
      [path, ...aliases].map((one) => [`${method.toUpperCase()} ${toPattern(one)}`, scope]),
    ),
  ),
  "GET /openapi.json": "read",
  "GET /docs": "read",
  "GET /docs/style.css": "read",
  "GET /docs/filter.js": "read",
};

/** A session's agent has a token for only these. */
export const AGENT_ROUTES: ReadonlySet<string> = new Set([
  "POST /mcp/editor/:session",
  "GET /mcp/editor/:session",
  "ALL /mcp/editor/:session",
]);

const MCP: RouteScopes = {
  "POST /mcp/editor/:session": "drive",
  "GET /mcp/editor/:session": "drive",
  "ALL /mcp/editor/:session": "drive",
};

/** The paths of the HTTP binding, which exist below several addresses. */
const A2A_PATHS: RouteScopes = {
  "POST /message:send": "drive",
  "POST /message:stream": "drive",
  "GET /extendedAgentCard": "read",
  "GET /tasks": "read",
  "GET /tasks/:task": "read",
  "POST /tasks/:task": "drive",
  // They contain the receivers' credentials.
  "GET /tasks/:task/pushNotificationConfigs": "drive",
  "GET /tasks/:task/pushNotificationConfigs/:config": "drive",
  "POST /tasks/:task/pushNotificationConfigs": "drive",
  "DELETE /tasks/:task/pushNotificationConfigs/:config": "drive",
};

const A2A: RouteScopes = {
  "GET /.well-known/agent-card.json": "open",
  "GET /a2a/agents/:name/.well-known/agent-card.json": "read",
  "POST /a2a": "drive",
  "POST /a2a/agents/:name": "drive",
  ...below("", A2A_PATHS),
  ...below("/a2a/v1", A2A_PATHS),
  ...below("/a2a/v1/:tenant", A2A_PATHS),
  ...below("/a2a/agents/:name/v1", A2A_PATHS),
};

/** By the name of the dialect. */
export const ROUTE_SCOPES: Readonly<Record<string, RouteScopes>> = {
  ops: OPS,
  page: PAGE,
  acp: ACP,
  "acp-rest": ACP_REST,
  native: NATIVE,
  mcp: MCP,
  a2a: A2A,
};

/** Paths that need no key. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(
  Object.values(ROUTE_SCOPES)
    .flatMap((rows) => Object.entries(rows))
    .filter(([, scope]) => scope === "open")
    .map(([route]) => route.slice(route.indexOf(" ") + 1)),
);

/** A WebSocket, and each method that a client of ACP may call over it or over HTTP. */
export const UPGRADE_SCOPE: Scope = "read";
export const ACP_METHOD_SCOPES: Readonly<Record<string, Scope>> = {
  initialize: "read",
  authenticate: "read",
  "session/new": "drive",
  "session/load": "drive",
  "session/resume": "drive",
  "session/fork": "drive",
  "session/list": "read",
  "session/close": "drive",
  "session/delete": "drive",
  "session/prompt": "drive",
  "session/cancel": "drive",
  "session/set_mode": "drive",
  "session/set_model": "drive",
  "session/set_config_option": "drive",
  "_parley/agents/list": "read",
  "_parley/session/configure": "drive",
  "_parley/session/rename": "drive",
  "_parley/session/handover": "drive",
  "_parley/session/clear": "drive",
  "_parley/session/search": "read",
  "_parley/session/events": "read",
  // Only a caller with `drive` gets the questions of a session that it follows.
  "_parley/session/follow": "read",
  "_parley/session/unfollow": "read",
  "_parley/events/follow": "read",
  "_parley/events/unfollow": "read",
  // What an editor reports about its files reaches the agent.
  "_parley/editor/documents": "drive",
  "_parley/editor/tools": "drive",
  "_parley/terminal/follow": "read",
  "_parley/terminal/unfollow": "read",
  "_parley/session/prompt": "drive",
  "_parley/turn/ended": "read",
  "_parley/ping": "read",
  ...Object.fromEntries(
    OPERATIONS.filter(([, { isHttpOnly }]) => isHttpOnly !== true).map(([name, { scope }]) => [
      toExtensionMethod(name),
      scope,
    ]),
  ),
};

interface ActionRow {
  readonly scope: Scope;
  /** The subject of "… requires the scope …". */
  readonly what: string;
}

/** Actions that a request can contain, in any dialect. Anything that removes a later question needs `admin`. */
export const ACTION_SCOPES = {
  bringServers: { scope: "admin", what: "Adding MCP servers" },
  bringLaunch: { scope: "admin", what: "Passing environment variables or a command" },
  rememberAllow: { scope: "admin", what: "Allowing later calls as well (instead of once)" },
  rememberForSession: { scope: "drive", what: "An answer for the whole session" },
  rememberDeny: { scope: "drive", what: "Rejecting later calls as well" },
  raiseLevel: { scope: "admin", what: "Selecting a mode or level with fewer approvals" },
  approveAll: { scope: "admin", what: "A prompt with approve: all" },
  readSecrets: { scope: "admin", what: "An export with secrets" },
  startToLook: { scope: "drive", what: "Starting an agent" },
} as const satisfies Readonly<Record<string, ActionRow>>;

export type Action = keyof typeof ACTION_SCOPES;

function below(base: string, rows: RouteScopes): RouteScopes {
  return Object.fromEntries(Object.entries(rows).map(([route, scope]) => [route.replace(" ", ` ${base}`), scope]));
}
