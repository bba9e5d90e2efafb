// One running prompt: players send and ask through it. A cancellation ends every wait at once, as a value.
import type { ClientConnection, ClientRequests, Known } from "@parley/acp";
import { createId, ABORTED, untilAborted, wait } from "@parley/base";
import type { Agent } from "./agent.ts";
import type { Session } from "./session.ts";
import { textBlock, type Block, type Update } from "./wire.ts";

export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string; readonly code?: number };

export type Speaker = "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk";

const CANCELLED = { ok: false, reason: "The turn was cancelled." } as const;

export class Turn {
  readonly agent: Agent;
  readonly session: Session;
  /** Aborted by `session/cancel`, by `$/cancel_request`, and when the connection ends. */
  readonly signal: AbortSignal;
  readonly ended: Promise<void>;
  readonly #cancellation = new AbortController();
  #finish: () => void = () => undefined;
  #isFull = false;
  /** The current message; further text from the same speaker is added to it. */
  #message: { readonly speaker: Speaker; readonly messageId: string } | undefined;

  constructor(agent: Agent, session: Session, requestSignal: AbortSignal) {
    this.agent = agent;
    this.session = session;
    this.signal = AbortSignal.any([requestSignal, this.#cancellation.signal]);
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  get client(): ClientConnection {
    return this.agent.client;
  }

  /** Whether the client asked for it by `session/cancel`. */
  get isCancelled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  cancel(): void {
    this.#cancellation.abort();
  }

  finish(): void {
    this.#finish();
  }

  update(update: Update): void {
    this.#message = undefined;
    this.#send(update);
  }

  /** Consecutive texts of one speaker form one message, each text a paragraph of it. */
  say(speaker: Speaker, content: Block | string): void {
    const open = this.#message?.speaker === speaker ? this.#message : undefined;
    const { messageId } = (this.#message = open ?? { speaker, messageId: createId() });
    const block = typeof content === "string" ? textBlock(open ? `\n\n${content}` : content) : content;
    this.#send({ sessionUpdate: speaker, messageId, content: block });
  }

  /** The client reads slowly: wait for `room()` before sending much more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  async room(): Promise<void> {
    await untilAborted(this.client.drained(), this.signal);
    this.#isFull = false;
  }

  /** A second signal may end the wait sooner. */
  wait(ms: number, sooner?: AbortSignal): Promise<void> {
    return wait(ms, sooner === undefined ? this.signal : AbortSignal.any([this.signal, sooner]));
  }

  /** A request to the client. `onLate` gets an answer that came after the turn was cancelled. */
  call<M extends keyof ClientRequests>(
    method: M,
    params: Known<ClientRequests[M]["params"]>,
    onLate?: (value: ClientRequests[M]["result"]) => void,
  ): Promise<Reply<ClientRequests[M]["result"]>> {
    if (this.signal.aborted) return Promise.resolve(CANCELLED);
    return this.hold(method, this.client.request(method, params, { signal: this.signal }), onLate);
  }

  /** The outcome of the work as a value; a cancelled turn does not wait for it. */
  async hold<Value>(what: string, work: Promise<Value>, onLate?: (value: Value) => void): Promise<Reply<Value>> {
    const outcome = work.then(
      (value): Reply<Value> => ({ ok: true, value }),
      (error: unknown): Reply<Value> => toFailure(what, error),
    );
    const reply = await untilAborted(outcome, this.signal);
    if (reply !== ABORTED) return reply;
    if (onLate !== undefined) void outcome.then((late) => (late.ok ? onLate(late.value) : undefined));
    return CANCELLED;
  }

  /** Cleans up even after a cancellation; the turn continues whatever the answer is. */
  async dismiss(method: "terminal/kill" | "terminal/release", terminalId: string): Promise<void> {
    try {
      await this.client.request(method, { sessionId: this.session.id, terminalId });
    } catch (cause) {
      this.agent.options.connection.onProblem?.({ kind: "handler_failed", method, cause });
    }
  }

  #send(update: Update): void {
    this.session.history.add(update);
    if (this.agent.send(this.session, update) === "full") this.#isFull = true;
  }
}

function toFailure(what: string, error: unknown): Reply<never> {
  const message = error instanceof Error ? error.message : String(error);
  const failure = { ok: false, reason: `${what} failed: ${message}` } as const;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "number" ? { ...failure, code } : failure;
}
