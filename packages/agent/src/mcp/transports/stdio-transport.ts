// A local server: a guarded process with pipes, ended together with its children.
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { McpServerStdio } from "@parley/acp";
import { ParleyError, type Log, isObject, settlesWithin } from "@parley/base";
import { exitError, spawnProcess, type GuardedProcess, type Sandbox } from "@parley/machine";
import { createNdjsonTransport, type MalformedInput, type Message, type Transport as LineTransport } from "@parley/rpc";
import { SECRET_VARIABLES } from "../../secrets/secret-variables.ts";
import { EXIT_GRACE_MS } from "../../limits.ts";
import { MCP_STDERR_BYTES_MAX, MCP_STDIN_CLOSED_GRACE_MS, type McpLimits } from "../../mcp-limits.ts";
import { toOversizedAnswer } from "./oversized-answer.ts";
import type { ServerTransport } from "./server-transport.ts";

export interface StdioOptions {
  readonly server: McpServerStdio;
  readonly cwd: string;
  readonly limits: McpLimits;
  readonly sandbox?: Sandbox | undefined;
  readonly log: Log;
}

export class StdioTransport implements Transport, ServerTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  readonly reportsEnd = true;
  readonly #options: StdioOptions;
  #spawning: Promise<GuardedProcess> | undefined;
  #process: GuardedProcess | undefined;
  #lines: LineTransport | undefined;
  #failure: Error | undefined;
  #ending: Promise<void> | undefined;
  #isClosed = false;
  #hasToldGarbage = false;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  get transport(): Transport {
    return this;
  }

  explain(error: unknown): unknown {
    return error;
  }

  failure(): Error | undefined {
    return this.#failure;
  }

  lastWords(): string {
    return this.#process?.stderrKept.text().trim() ?? "";
  }

  async start(): Promise<void> {
    const { server, cwd, limits, sandbox } = this.#options;
    this.#spawning = spawnProcess({
      command: server.command,
      args: server.args,
      cwd,
      env: Object.fromEntries(server.env.map(({ name, value }) => [name, value])),
      // Variables that a server needs are in its settings.
      secrets: SECRET_VARIABLES,
      stderrBytesMax: MCP_STDERR_BYTES_MAX,
      sandbox,
    });
    const process = await this.#spawning;
    this.#process = process;
    if (this.#ending !== undefined) {
      throw new ParleyError({ code: "request_cancelled", message: "The server is no longer needed" });
    }
    const { messageBytesMax: lineBytesMax, outboundBytesMax } = limits;
    this.#lines = createNdjsonTransport(process.stdout, process.stdin, {
      limits: { lineBytesMax, outboundBytesMax, closeGraceMs: MCP_STDIN_CLOSED_GRACE_MS },
    });
    this.#lines.open({
      message: (value) => this.#receive(value),
      malformed: (input) => this.#tellMalformed(input),
      closed: (reason) => void this.#over(reason),
    });
  }

  /** Never waits for a server that does not read; too much unread output ends it. */
  async send(message: JSONRPCMessage): Promise<void> {
    // The message types of both packages differ only in how optional fields are declared.
    const outcome = this.#isClosed ? "closed" : this.#lines?.send(message as unknown as Message);
    if (outcome === "sent" || outcome === "full") return;
    throw this.#failure ?? new ParleyError({ code: "connection_closed", message: "The server has exited" });
  }

  async close(): Promise<void> {
    await this.end();
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  #receive(value: unknown): void {
    // A batch, from an earlier protocol version.
    for (const message of Array.isArray(value) ? value : [value]) {
      if (isObject(message)) this.onmessage?.(message as unknown as JSONRPCMessage);
      else this.#tellGarbage(JSON.stringify(message));
    }
  }

  #tellMalformed(input: MalformedInput): void {
    const answer =
      input.kind === "too_large" ? toOversizedAnswer(input, this.#options.limits.messageBytesMax) : undefined;
    if (answer === undefined) this.#tellGarbage(input.head);
    else this.onmessage?.(answer);
  }

  /** Logged once per server, with the length only, because the text may be confidential. */
  #tellGarbage(text: string): void {
    if (this.#hasToldGarbage) return;
    this.#hasToldGarbage = true;
    const { server, log } = this.#options;
    log.write("warn", "an MCP server printed something to stdout that is not a message; skipping it", {
      server: server.name,
      chars: text.length,
    });
  }

  async #over(reason: ParleyError | undefined): Promise<void> {
    if (this.#ending === undefined) {
      this.#failure = await this.#howItEnded(reason);
      this.#ending ??= this.#end();
    }
    this.#tellClosed();
  }

  async #howItEnded(reason: ParleyError | undefined): Promise<Error> {
    const process = this.#process;
    if (reason?.code === "connection_overflow") {
      return new ParleyError({ code: reason.code, message: "It does not read its input and was stopped" });
    }
    if (process !== undefined && (await settlesWithin(process.exited, EXIT_GRACE_MS))) {
      return exitError(this.#options.server.command, await process.exited, process.stderrKept);
    }
    return new ParleyError({ code: "connection_closed", message: "It closed its output", cause: reason });
  }

  async #end(): Promise<void> {
    // It may still be starting.
    const process = await this.#spawning?.catch(() => undefined);
    if (process !== undefined) {
      // Closing stdin is the regular way to end a server.
      process.stdin.end();
      await settlesWithin(process.exited, MCP_STDIN_CLOSED_GRACE_MS);
      await process.end({ graceMs: this.#options.limits.closeMs });
    }
    this.#tellClosed();
  }

  #tellClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}
