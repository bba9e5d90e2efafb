// A connection that the MCP client keeps: requests with their limits, and the question whether a silent server is still there.
import type { Client, RequestOptions, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isObject, settlesWithin } from "@parley/base";
import { ErrorCodes } from "@parley/rpc";
import { setTimeout as delay } from "node:timers/promises";
import type { CallOptions, Connection, Lists } from "./connection.ts";
import { readLists, type ListMethod } from "./lists.ts";
import { DOUBT_PAUSE_MS, INSTRUCTIONS_CHARS_MAX, type McpLimits } from "./limits.ts";
import type { ServerTransport } from "./transports/server-transport.ts";

/** Takes any answer: we read it ourselves, so that one field that is odd does not lose the rest. */
const anyAnswer: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "parley", validate: (value) => ({ value }) },
};

/** What a server must have announced for a list to be asked for. */
const CAPABILITY = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resources",
} as const;

export class McpConnection implements Connection {
  readonly lost: Promise<Error | undefined>;
  readonly #client: Client;
  readonly #wire: ServerTransport;
  readonly #limits: McpLimits;
  #lose: (reason: Error | undefined) => void = () => undefined;
  #schemas: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map();
  #closing: Promise<void> | undefined;
  #isDoubted = false;
  #isAsking = false;

  constructor(client: Client, wire: ServerTransport, { limits }: { readonly limits: McpLimits }) {
    this.#client = client;
    this.#wire = wire;
    this.#limits = limits;
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
    Object.assign(client, {
      onclose: () => this.#lose(this.#closing === undefined ? (wire.failure() ?? closedError()) : undefined),
      // Each error that matters to a request is told to whoever made it; what is left may be a sign that the server is gone.
      onerror: () => {
        if (!wire.tellsEnd) this.#doubt();
      },
    } satisfies Pick<Client, "onclose" | "onerror">);
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions()?.slice(0, INSTRUCTIONS_CHARS_MAX);
  }

  async list(signal: AbortSignal): Promise<Lists> {
    const capabilities = this.#client.getServerCapabilities() ?? {};
    const fetchPage = async (method: ListMethod, cursor: string | undefined): Promise<unknown> => {
      if (capabilities[CAPABILITY[method]] === undefined) return undefined;
      const params = cursor === undefined ? {} : { cursor };
      const page = this.#request(method, params, { signal, timeout: this.#limits.listMs });
      // Templates came later than resources; not every server that has the one knows the other.
      return page.catch((error: unknown) => (isUnknownMethod(error) ? undefined : Promise.reject(error as Error)));
    };
    const lists = await readLists(fetchPage, this.#limits);
    this.#schemas = new Map(lists.tools.map(({ name, inputSchema }) => [name, inputSchema]));
    return lists;
  }

  callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown> {
    const request: RequestOptions = {
      signal: options.signal,
      timeout: this.#limits.callMs,
      maxTotalTimeout: this.#limits.callTotalMs,
      resetTimeoutOnProgress: true,
      onprogress: options.onProgress,
    };
    const params = { name, arguments: input };
    if (this.#client.getProtocolEra() !== "modern") return this.#request("tools/call", params, request);
    // From 2026-07-28 on some arguments go into headers too, by what the schema says of them.
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

  /** Why the wire ended says more than that it did. */
  async #told(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      throw this.#wire.failure() ?? error;
    }
  }

  async #close(): Promise<void> {
    await this.#wire.end();
    await this.#client.close();
    this.#lose(undefined);
  }

  /** One question at a time and not too often, whatever the number of doubts: a question may raise the next. */
  #doubt(): void {
    this.#isDoubted = true;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#isDoubted && this.#closing === undefined) {
      this.#isDoubted = false;
      await this.#ping();
      await delay(DOUBT_PAUSE_MS, undefined, { ref: false });
    }
    this.#isAsking = false;
  }

  /** An answer of any kind is a sign of life. */
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

/** An error that the server itself wrote; those of the wire have other codes. */
function isAnswer(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "number" && code < 0;
}

function closedError(): Error {
  return Object.assign(new Error("The connection was closed"), { code: "CONNECTION_CLOSED" });
}
