// Answers one message of the Model Context Protocol.
import { isObject, ParleyError, VERSION } from "@parley/base";
import type { EditorTools } from "@parley/hub";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { MCP_NAME_CHARS_MAX } from "../../limits.ts";
import { listResources, readResource } from "./resources.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Versions with the same messages for tools; a client that requests another one is offered the newest. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Throws if it is not one message. */
export function parseMessage(value: unknown): Fields {
  if (!isObject(value)) throw invalid("Send one JSON-RPC message");
  const { jsonrpc, id, method } = value;
  if (jsonrpc !== "2.0") throw invalid('jsonrpc: must be "2.0"');
  if (id !== undefined && typeof id !== "string" && !Number.isFinite(id)) {
    throw invalid("id: must be a string or a number");
  }
  if (method !== undefined && typeof method !== "string") throw invalid("method: must be a string");
  return value;
}

function invalid(message: string): RpcError {
  return new RpcError(ErrorCodes.invalidRequest, message);
}

/** Undefined for a notification, and for an answer to a question that was never asked. */
export async function answerMessage(
  tools: EditorTools,
  sessionId: string,
  { id, method, params }: Fields,
  signal: AbortSignal,
): Promise<Fields | undefined> {
  if (id === undefined || typeof method !== "string") return undefined;
  try {
    const result = await answer(tools, sessionId, method, isObject(params) ? params : {}, signal);
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    const { code, message } = error instanceof RpcError ? error : RpcError.internalError(error);
    return { jsonrpc: "2.0", id, error: { code, message } };
  }
}

function answer(
  tools: EditorTools,
  sessionId: string,
  method: string,
  params: Fields,
  signal: AbortSignal,
): Promise<unknown> | object {
  if (method === "initialize") return initialize(params);
  if (method === "ping") return {};
  if (method === "tools/list") return { tools: tools.list(sessionId) };
  if (method === "tools/call") return callTool(tools, sessionId, params, signal);
  if (method === "resources/list") return { resources: listResources(tools.list(sessionId)) };
  if (method === "resources/templates/list") return { resourceTemplates: [] };
  if (method === "resources/read") return readResource(tools, sessionId, params["uri"], signal);
  throw RpcError.methodNotFound(method);
}

function initialize({ protocolVersion: wanted }: Fields): object {
  return {
    protocolVersion: VERSIONS.find((version) => version === wanted) ?? VERSIONS[0],
    capabilities: { tools: { listChanged: true }, resources: {} },
    serverInfo: { name: "parley-editor", title: "Editor", version: VERSION },
  };
}

/** As the protocol requires, failures of an editor are results for the model; only the agent's mistakes are errors. */
async function callTool(tools: EditorTools, sessionId: string, params: Fields, signal: AbortSignal): Promise<unknown> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") throw new RpcError(ErrorCodes.invalidParams, "name: must be a string");
  if (!tools.list(sessionId).some((tool) => tool.name === name)) {
    const shown = JSON.stringify(name.slice(0, MCP_NAME_CHARS_MAX));
    throw new RpcError(ErrorCodes.invalidParams, `name: ${shown} is not a tool of this session's editor`);
  }
  if (!isObject(given)) throw new RpcError(ErrorCodes.invalidParams, "arguments: must be an object");
  try {
    const result = await tools.call({ sessionId, name, arguments: given }, signal);
    if (isObject(result) && Array.isArray(result["content"])) return result;
    return failed(`The editor's answer to ${name} is invalid: it has no content`);
  } catch (error) {
    if (error instanceof ParleyError || error instanceof RpcError) return failed(error.message);
    throw error;
  }
}

function failed(text: string): object {
  return { content: [{ type: "text", text }], isError: true };
}
