// The tools that this client, as an editor, offers to agents.
import { isObject, type Log } from "@parley/base";
import { RpcError, type Handlers, type Peer } from "@parley/rpc";
import { REQUEST_MS } from "../limits.ts";

/** As the Model Context Protocol lists it. */
export interface OfferedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** With `resource`, agents can also read it under this URI; it is then called without arguments. */
  readonly _meta?: { readonly parley: { readonly resource: ToolResource } } | undefined;
}

interface ToolResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
}

export interface ToolCall {
  readonly sessionId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result in MCP's format. The signal aborts when the agent no longer waits. */
export type CallTool = (call: ToolCall, signal: AbortSignal) => Promise<{ readonly content: readonly unknown[] }>;

export class ServedTools {
  readonly #callTool: CallTool | undefined;
  readonly #log: Log;
  #tools: readonly OfferedTool[] | undefined;

  constructor(callTool: CallTool | undefined, log: Log) {
    this.#callTool = callTool;
    this.#log = log;
  }

  get requests(): NonNullable<Handlers["requests"]> {
    const callTool = this.#callTool;
    if (callTool === undefined) return {};
    return { "_parley/editor/callTool": (params, { signal }) => callTool(readCall(params), signal) };
  }

  /** The server forgets the tools when the connection ends. */
  opened(peer: Peer): void {
    if (this.#tools !== undefined) this.#send(peer, this.#tools);
  }

  offer(tools: readonly OfferedTool[], peer: Peer | undefined): void {
    this.#tools = tools;
    if (peer !== undefined) this.#send(peer, tools);
  }

  #send(peer: Peer, tools: readonly OfferedTool[]): void {
    peer.request("_parley/editor/tools", { tools }, { timeoutMs: REQUEST_MS }).catch((cause: unknown) => {
      // The next connection offers them again.
      this.#log.write("warn", "The server did not take the list of tools", { cause });
    });
  }
}

function readCall(params: unknown): ToolCall {
  const { sessionId, name, arguments: given = {} } = isObject(params) ? params : {};
  if (typeof sessionId !== "string" || typeof name !== "string" || !isObject(given)) {
    throw RpcError.invalidParams("A call of a tool has a sessionId, a name and arguments");
  }
  return { sessionId, name, arguments: given };
}
