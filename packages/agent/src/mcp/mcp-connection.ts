// A connection of the MCP client: requests with limits, and pings to check whether a silent server is still alive.
import type { Client, RequestOptions, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isObject, settlesWithin } from "@parley/base";
import { ErrorCodes } from "@parley/rpc";
import { setTimeout as delay } from "node:timers/promises";
import type { CallOptions, Connection, Lists } from "./connection.ts";
import { readLists, type ListMethod } from "./lists.ts";
import { MCP_INSTRUCTIONS_CHARS_MAX, MCP_PING_PAUSE_MS, type McpLimits } from "../mcp-limits.ts";
import type { RequiredPages } from "./required-pages.ts";
import type { ServerTransport } from "./transports/server-transport.ts";

/** Accepts any response; we parse it ourselves, so that one invalid field does not lose the rest. */
const anyAnswer: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "parley", validate: (value) => ({ value }) },
};

/** The capability that a list requires. */
const CAPABILITY = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resources",
} as const;

export interface McpConnectionOptions {
  readonly limits: McpLimits;
  readonly pages: RequiredPages;
}

export class McpConnection implements Connection {
  readonly lost: Promise<Error | undefined>;
  readonly #client: Client;
  readonly #wire: ServerTransport;
  readonly #limits: McpLimits;
  readonly #pages: RequiredPages;
  #lose: (reason: Error | undefined) => void = () => undefined;
  #schemas: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map();
  #closing: Promise<void> | undefined;
  #isDoubted = false;
  #isAsking = false;

  constructor(client: Client, wire: ServerTransport, { limits, pages }: McpConnectionOptions) {
    this.#client = client;
    this.#wire = wire;
    this.#limits = limits;
    this.#pages = pages;
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
    Object.assign(client, {
      onclose: () => this.#lose(this.#closing === undefined ? (wire.failure() ?? closedError()) : undefined),
      // Request errors go to their callers; any other error may mean that the server is gone.
      onerror: () => {
        if (!wire.reportsEnd) this.#doubt();
      },
    } satisfies Pick<Client, "onclose" | "onerror">);
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions()?.slice(0, MCP_INSTRUCTIONS_CHARS_MAX);
  }

  async list(signal: AbortSignal): Promise<Lists> {
    const capabilities = this.#client.getServerCapabilities() ?? {};
    const fetchPage = async (method: ListMethod, cursor: string | undefined): Promise<unknown> => {
      if (capabilities[CAPABILITY[method]] === undefined) return undefined;
      const params = cursor === undefined ? {} : { cursor };
      const page = this.#request(method, params, { signal, timeout: this.#limits.listMs });
      // Templates were added after resources, so not every server supports both.
      return page.catch((error: unknown) => (isUnknownMethod(error) ? undefined : Promise.reject(error as Error)));
    };
    const lists = await readLists(fetchPage, this.#limits);
    this.#schemas = new Map(lists.tools.map(({ name, inputSchema }) => [name, inputSchema]));
    return lists;
  }

  /** A server may require the user to open a page first; the call is then repeated, once. */
  async callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown> {
    try {
      return await this.#callTool(name, input, options);
    } catch (error) {
      if (!(await this.#pages.open(error, options.signal))) throw error;
      return this.#callTool(name, input, options);
    }
  }

  #callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown> {
    const request: RequestOptions = {
      signal: options.signal,
      timeout: this.#limits.callMs,
      maxTotalTimeout: this.#limits.callTotalMs,
      resetTimeoutOnProgress: true,
      onprogress: options.onProgress,
    };
    const params = { name, arguments: input };
    if (this.#client.getProtocolEra() !== "modern") return this.#request("tools/call", params, request);
    // From protocol version 2026-07-28 on, the schema may put some arguments into headers.
    const inputSchema = { ...this.#schemas.get(name), type: "object" as const };
    return this.#told(this.#client.callTool(params, { ...request, toolDefinition: { name, inputSchema } }));
  }

  getPrompt(name: string, values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    return this.#request("prompts/get", { name, arguments: values }, { signal, timeout: this.#limits.readMs });
  }

  readResource(uri: string, signal: AbortSignal): Promise<unknown> {
    return this.#request("resources/read", { uri }, { signal, timeout: this.#limits.readMs });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #request(method: string, params: Record<string, unknown>, options: RequestOptions): Promise<unknown> {
    return this.#told(this.#client.request({ method, params }, anyAnswer, options));
  }

  /** The transport's reason is more precise. */
  async #told(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      throw this.#wire.failure() ?? this.#wire.explain(error);
    }
  }

  async #close(): Promise<void> {
    await this.#wire.end();
    await this.#client.close();
    this.#lose(undefined);
  }

  /** One ping at a time and rate-limited, because a ping may cause further errors. */
  #doubt(): void {
    this.#isDoubted = true;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#isDoubted && this.#closing === undefined) {
      this.#isDoubted = false;
      await this.#ping();
      await delay(MCP_PING_PAUSE_MS, undefined, { ref: false });
    }
    this.#isAsking = false;
  }

  /** Any response is a sign of life. */
  async #ping(): Promise<void> {
    if (this.#closing !== undefined || this.#client.transport === undefined) return;
    const isModern = this.#client.getProtocolEra() === "modern";
    const options = { timeout: this.#limits.pingMs };
    let problem: unknown;
    const answer = (isModern ? this.#client.discover(options) : this.#client.ping(options)).catch((error: unknown) => {
      if (!isAnswer(error)) problem = error;
    });
    const isInTime = await settlesWithin(answer, this.#limits.pingMs);
    if (this.#closing !== undefined || (isInTime && problem === undefined)) return;
    this.#lose(problem instanceof Error ? problem : closedError());
    await this.close();
  }
}

function isUnknownMethod(error: unknown): boolean {
  return isObject(error) && error["code"] === ErrorCodes.methodNotFound;
}

/** An error sent by the server; transport errors have other codes. */
function isAnswer(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "number" && code < 0;
}

function closedError(): Error {
  return Object.assign(new Error("The connection was closed"), { code: "CONNECTION_CLOSED" });
}
