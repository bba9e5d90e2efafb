// Opens a connection to a server of any type and protocol version. Heavy: loaded with the first server.
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import type { McpServer, McpServerHttp, McpServerSse, McpServerStdio } from "@parley/acp";
import { ParleyError, type Log, isObject } from "@parley/base";
import type { Sandbox } from "@parley/machine";
import { ErrorCodes } from "@parley/rpc";
import { pathToFileURL } from "node:url";
import { AGENT_INFO } from "../agent-info.ts";
import type { Connection } from "./connection.ts";
import { beforeDeadline, type Deadline } from "./deadline.ts";
import { httpStatusOf } from "./failure.ts";
import type { McpLimits } from "../mcp-limits.ts";
import { McpConnection } from "./mcp-connection.ts";
import { RequiredPages } from "./required-pages.ts";
import { createServerAuth } from "./sign-in/server-auth.ts";
import { createHttpTransport, createSseTransport, type HttpOptions } from "./transports/http-transport.ts";
import type { ServerQuestion, ServerQuestions } from "../approval/server-question.ts";
import type { ServerTransport } from "./transports/server-transport.ts";
import { StdioTransport } from "./transports/stdio-transport.ts";

export interface OpenOptions {
  readonly server: McpServer;
  /** The name that the user knows. */
  readonly name: string;
  readonly cwd: string;
  /** The folders of the session. */
  readonly roots: readonly string[];
  readonly limits: McpLimits;
  /** Covers all attempts. */
  readonly deadline: Deadline;
  /** Sandbox of a local server. */
  readonly sandbox?: Sandbox | undefined;
  /** Undefined: the server cannot ask the user. */
  readonly questions?: ServerQuestions | undefined;
  /** Where sign-ins are kept. Undefined: none are used. */
  readonly parleyHome?: string | undefined;
  /** Gets the tokens of a sign-in, so that they can be redacted in messages. */
  readonly onSecret: (secret: string) => void;
  readonly log: Log;
  /** Aborts and ends the server. */
  readonly signal: AbortSignal;
  readonly onListChange: () => void;
}

const VERSION_UNSUPPORTED = -32_022;
/** Status codes of servers that only support SSE. */
const NOT_STREAMABLE = [400, 404, 405];

export async function openConnection(options: OpenOptions): Promise<Connection> {
  const { server } = options;
  try {
    return await connect(options, createTransport(options), "legacy");
  } catch (error) {
    if (knowsOnlyNewerVersions(error)) return connect(options, createTransport(options), "auto");
    if (!isHttp(server) || !NOT_STREAMABLE.includes(httpStatusOf(error) ?? 0)) throw error;
    return connect(options, createSseTransport(toRemote(options, server)), "legacy").catch(() => {
      throw error;
    });
  }
}

type Versions = "legacy" | "auto";

async function connect(options: OpenOptions, wire: ServerTransport, versions: Versions): Promise<Connection> {
  const { deadline, signal } = options;
  const pages = new RequiredPages(options);
  const client = createClient(options, versions, pages);
  const connection = new McpConnection(client, wire, { ...options, pages });
  try {
    const connecting = client.connect(wire.transport, { timeout: deadline.limitMs });
    await beforeDeadline(connecting, deadline, signal);
    return connection;
  } catch (error) {
    const failure = wire.failure() ?? withLastWords(wire.explain(error), wire.lastWords());
    await connection.close();
    throw failure;
  }
}

/** A hanging server may have printed the reason. */
function withLastWords(error: unknown, words: string): unknown {
  if (!(error instanceof ParleyError) || error.code !== "request_timeout" || words === "") return error;
  return new ParleyError({ code: error.code, message: `${error.message}. Last output on stderr:\n${words}` });
}

function createClient(open: OpenOptions, mode: Versions, pages: RequiredPages): Client {
  const { roots, questions, onListChange } = open;
  const onChange = { autoRefresh: false, debounceMs: 0, onChanged: onListChange };
  const modes = questions?.modes ?? [];
  const elicitation = Object.fromEntries(modes.map((one) => [one, {}]));
  const options: ClientOptions = {
    capabilities: { roots: { listChanged: false }, ...(modes.length > 0 && { elicitation }) },
    versionNegotiation: { mode },
    listChanged: { tools: onChange, prompts: onChange, resources: onChange },
  };
  const client = new Client(AGENT_INFO, options);
  client.setRequestHandler("roots/list", () => ({
    roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
  }));
  if (questions !== undefined && modes.length > 0) answerQuestions(client, questions, open, pages);
  // Requests that we did not announce get an error instead of no response.
  client.fallbackRequestHandler = async ({ method }) => {
    if (method === "elicitation/create") return { action: "decline" };
    throw Object.assign(new Error(`Method not supported: ${method}`), { code: ErrorCodes.methodNotFound });
  };
  // Some servers send list changes without announcing them.
  for (const list of ["tools", "prompts", "resources"] as const) {
    client.setNotificationHandler(`notifications/${list}/list_changed`, onListChange);
  }
  return client;
}

/** Only for announced capabilities; the client refuses other questions itself. */
function answerQuestions(
  client: Client,
  questions: ServerQuestions,
  { name, signal }: OpenOptions,
  pages: RequiredPages,
): void {
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    // Its type is from the protocol's schema, which has one more form of choices than ours.
    const question = { ...params, mode: params.mode ?? "form" } as ServerQuestion;
    const { action, content } = await questions.ask(name, question, AbortSignal.any([mcpReq.signal, signal]));
    return content === undefined ? { action } : { action, content: { ...content } };
  });
  client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
    questions.complete(name, params.elicitationId);
    pages.done(params.elicitationId);
  });
}

function createTransport(options: OpenOptions): ServerTransport {
  const { server } = options;
  if (isStdio(server)) return new StdioTransport({ ...options, server });
  if (isHttp(server)) return createHttpTransport(toRemote(options, server));
  if (isSse(server)) return createSseTransport(toRemote(options, server));
  const message = `Unknown MCP server type ${JSON.stringify(server.type)}`;
  throw new ParleyError({ code: "bad_config", message, remedy: { label: "Use stdio, http or sse" } });
}

function toRemote(options: OpenOptions, server: McpServerHttp | McpServerSse): HttpOptions {
  const { parleyHome, limits } = options;
  const auth = parleyHome === undefined ? undefined : createServerAuth({ ...options, parleyHome, server });
  return { server, limits, auth };
}

function isStdio(server: McpServer): server is McpServerStdio {
  return server.type === undefined || server.type === "stdio";
}

function isHttp(server: McpServer): server is McpServerHttp & { type: "http" } {
  return server.type === "http";
}

function isSse(server: McpServer): server is McpServerSse & { type: "sse" } {
  return server.type === "sse";
}

function knowsOnlyNewerVersions(error: unknown): boolean {
  const { code, data } = error as { readonly code?: unknown; readonly data?: unknown };
  if (code === ErrorCodes.methodNotFound || code === VERSION_UNSUPPORTED) return true;
  // Over HTTP it is the body of an error response.
  const body = isObject(data) ? data["text"] : undefined;
  return typeof body === "string" && body.includes(String(VERSION_UNSUPPORTED));
}
