// An agent that does in a turn exactly what the prompt says, frame by frame: whatever a client may have to live with.
import { isObject } from "@parley/base";
import { type Message, type Transport } from "@parley/rpc";
import type { AgentProgram } from "./agent-link.ts";

/**
 * `send` goes out as it is; after `ask` the agent waits for the answer with that id before it continues. `of` adds to the params
 * what an earlier answer has in these fields, if it has them.
 */
export type PuppetStep = { readonly send: unknown } | { readonly ask: Asked };

interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params?: unknown;
  readonly of?: { readonly id: unknown; readonly fields: readonly string[] };
}

export interface PuppetOptions {
  /** What `initialize` is answered with, besides the version. */
  readonly initialize?: object;
}

/** The text of a prompt that makes the puppet do this. */
export function toPuppetScript(...steps: readonly PuppetStep[]): string {
  return JSON.stringify(steps);
}

export const puppetAgent: AgentProgram<PuppetOptions> = {
  main: new URL("./puppet-agent.main.ts", import.meta.url),
  start: (transport, options) => {
    const puppet = new Puppet(transport, options);
    transport.open({
      message: (value) => {
        if (isObject(value)) puppet.receive(value);
      },
      malformed: () => undefined,
      closed: () => undefined,
    });
  },
};

class Puppet {
  readonly #transport: Transport;
  readonly #options: PuppetOptions;
  readonly #waiting = new Map<unknown, () => void>();
  readonly #results = new Map<unknown, Record<string, unknown>>();

  constructor(transport: Transport, options: PuppetOptions) {
    this.#transport = transport;
    this.#options = options;
  }

  receive({ id, method, params, result }: Record<string, unknown>): void {
    if (method === undefined) {
      if (isObject(result)) this.#results.set(id, result);
      this.#waiting.get(id)?.();
    } else if (method === "initialize") this.#answer(id, { protocolVersion: 1, ...this.#options.initialize });
    else if (method === "session/new") this.#answer(id, { sessionId: "puppet" });
    else if (method === "session/prompt") void this.#play(id, params);
    else if (id !== undefined) this.#answer(id, {});
  }

  async #play(id: unknown, params: unknown): Promise<void> {
    const { prompt } = params as { prompt: readonly { text: string }[] };
    for (const step of JSON.parse(prompt[0]?.text ?? "[]") as PuppetStep[]) {
      if ("send" in step) this.#send(step.send);
      else await this.#ask(step.ask);
    }
    this.#answer(id, { stopReason: "end_turn" });
  }

  #ask({ id, method, params, of }: Asked): Promise<void> {
    const result = this.#results.get(of?.id) ?? {};
    const known = Object.fromEntries((of?.fields ?? []).map((field) => [field, result[field]]));
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({
        jsonrpc: "2.0",
        id,
        method,
        params: of === undefined ? params : { ...(params as object), ...known },
      });
    });
  }

  #answer(id: unknown, result: object): void {
    this.#send({ jsonrpc: "2.0", id, result });
  }

  #send(frame: unknown): void {
    this.#transport.send(frame as Message);
  }
}
