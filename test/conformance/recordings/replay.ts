// Plays a recorded conversation: our client says what the recorded one said, and hears what the recorded agent sent.
import { setImmediate as tick } from "node:timers/promises";
import { connectToAgent, methods, type AgentConnection, type ClientHandlers, type MethodName } from "@parley/acp";
import type { AgentNotifications, AgentRequests, ConnectionProblem } from "@parley/acp";
import { RpcError, type Message, type Receiver, type Transport } from "@parley/rpc";
import type { Frame } from "@parley/test-support";
import type { RecordedLine } from "./recording.ts";

export interface Replay {
  /** What reached the client, in order: params of calls, results, errors. */
  readonly heard: unknown[];
  /** What the recorded agent sent, in order. */
  readonly sent: unknown[];
  /** What our client answered the agent, in order. */
  readonly answers: readonly unknown[];
  /** What the recorded client answered. */
  readonly recordedAnswers: unknown[];
  readonly problems: ConnectionProblem[];
}

export async function replay(lines: readonly RecordedLine[]): Promise<Replay> {
  const player = new Player();
  for (const { from, frame } of lines) {
    if (from === "client") player.say(frame);
    else player.hear(frame);
    // A rejected request is heard of one tick later; nothing else may come in between.
    await tick();
  }
  return player;
}

class Player implements Replay, Transport {
  readonly heard: unknown[] = [];
  readonly sent: unknown[] = [];
  readonly recordedAnswers: unknown[] = [];
  readonly problems: ConnectionProblem[] = [];
  readonly #outbox: Frame[] = [];
  /** From the recorded id of a client's request to the one that our client used. */
  readonly #ids = new Map<unknown, unknown>();
  /** The agent's requests that the recorded client has not answered yet. */
  readonly #open = new Map<unknown, (answer: Frame) => void>();
  readonly #agent: AgentConnection;
  #receiver: Receiver | undefined;

  constructor() {
    this.#agent = connectToAgent(this, () => this.#createHandlers(), {
      onProblem: (problem) => this.problems.push(problem),
    });
  }

  get answers(): readonly unknown[] {
    return this.#outbox.filter(({ method }) => method === undefined);
  }

  say(frame: Frame): void {
    const { id, method, params } = frame;
    if (method === undefined) this.#answer(frame);
    else if (id === undefined) this.#agent.notify(method as keyof AgentNotifications, params as never);
    else {
      this.#agent
        .request(method as keyof AgentRequests, params as never, { onResult: (result) => this.heard.push(result) })
        .catch((error: unknown) => this.heard.push(error instanceof RpcError ? error.toWire() : error));
      this.#ids.set(id, this.#outbox.at(-1)?.["id"]);
    }
  }

  hear(frame: Frame): void {
    const { id, method, params, result, error } = frame;
    this.sent.push(structuredClone(method === undefined ? (error ?? result ?? {}) : params));
    const delivered = method === undefined ? { ...frame, id: this.#ids.get(id) } : frame;
    this.#receiver?.message(structuredClone(delivered), 0);
  }

  #answer(recorded: Frame): void {
    this.recordedAnswers.push(recorded);
    this.#open.get(recorded["id"])?.(recorded);
  }

  /** A handler for everything an agent may call, extensions included: it waits for the recorded answer. */
  #createHandlers(): ClientHandlers {
    const names = (Object.keys(methods) as MethodName[]).filter((name) => methods[name].to === "client");
    const handle = (params: unknown, context?: { readonly id: unknown }): unknown => {
      this.heard.push(params);
      if (context === undefined) return undefined;
      return new Promise((resolve, reject) => {
        this.#open.set(context.id, ({ result, error }) =>
          error === undefined ? resolve(result) : reject(RpcError.fromWire(error)),
        );
      });
    };
    return Object.fromEntries([...names, "_auth/status_update"].map((name) => [name, handle]));
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  send(message: Message): "sent" {
    this.#outbox.push(structuredClone(message) as unknown as Frame);
    return "sent";
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  pause(): void {}

  resume(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }
}
