// Prompts of this conversation: each is resent until it is stored, and settles when its turn is over.
import type { ChangesEvent, ContentBlock } from "@parley/acp";
import { createId, onAbort, ParleyError } from "@parley/base";
import type { EndedTurn, PromptOptions, Remote } from "@parley/remote";
import type { RecordedEvent, TurnResult } from "./conversation.ts";
import type { LogReader } from "./log-reader.ts";
import { toTurnError } from "./turn-error.ts";

const CANCELLED: TurnResult = { stopReason: "cancelled" };

export class OwnTurns {
  readonly #remote: Remote;
  readonly #log: LogReader;
  readonly #sessionId: string;
  readonly #open = new Set<string>();
  readonly #ids = new Set<string>();
  /** Prompts that are being sent. */
  readonly #sending = new Set<Promise<unknown>>();
  #changes: ChangesEvent | undefined;

  constructor(remote: Remote, sessionId: string, log: LogReader) {
    this.#remote = remote;
    this.#sessionId = sessionId;
    this.#log = log;
  }

  /** Unfinished prompts, stored or not. */
  get count(): number {
    return this.#open.size;
  }

  /** Whether the turn was started from here. */
  has(turnId: string): boolean {
    return this.#ids.has(turnId);
  }

  /** The same, even while the hub's answer is still on its way. */
  async owns(turnId: string): Promise<boolean> {
    await Promise.allSettled(this.#sending);
    return this.has(turnId);
  }

  apply(batch: readonly RecordedEvent[]): void {
    for (const { event } of batch) if (event.type === "changes") this.#changes = event;
  }

  async prompt(blocks: readonly ContentBlock[], { signal, ...options }: PromptOptions): Promise<TurnResult> {
    if (signal?.aborted === true) return CANCELLED;
    const key = options.idempotencyKey ?? createId();
    this.#open.add(key);
    try {
      const turnId = await this.#store(blocks, { ...options, idempotencyKey: key }, signal);
      if (turnId === undefined) return CANCELLED;
      return await this.#untilEnded(turnId, signal);
    } finally {
      this.#open.delete(key);
    }
  }

  async #store(
    blocks: readonly ContentBlock[],
    options: PromptOptions,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const sending = this.#send(blocks, options, signal).then((turnId) => {
      if (turnId !== undefined) this.#ids.add(turnId);
      return turnId;
    });
    this.#sending.add(sending);
    try {
      return await sending;
    } finally {
      this.#sending.delete(sending);
    }
  }

  async #untilEnded(turnId: string, signal: AbortSignal | undefined): Promise<TurnResult> {
    const cancel = (): void => void this.cancelTurn(turnId).catch(() => undefined);
    if (signal?.aborted === true) cancel();
    const stopListening = signal && onAbort(signal, cancel);
    try {
      const turn = await this.#remote.turnEnded(turnId);
      await this.#log.reached(turn.lastSeq ?? 0);
      return this.#toResult(turn);
    } finally {
      stopListening?.();
    }
  }

  /** A turn that is already over needs no cancellation. */
  async cancelTurn(id: string): Promise<void> {
    try {
      await this.#remote.request("turns/cancel", { id }, { isRepeatable: true });
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "turn_over") throw error;
    }
  }

  /** The turn's id; undefined if the prompt was withdrawn before it could be sent. */
  async #send(
    blocks: readonly ContentBlock[],
    options: PromptOptions,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    // While connected, the server may already have it, so it is cancelled by its id instead.
    const unsent = new AbortController();
    const stopListening =
      signal && onAbort(signal, () => this.#remote.state.kind !== "connected" && unsent.abort(signal.reason));
    try {
      const sending = { timeoutMs: Infinity, ...options, signal: unsent.signal };
      return (await this.#remote.prompt(this.#sessionId, blocks, sending)).turnId;
    } catch (error) {
      if (unsent.signal.aborted) return undefined;
      throw error;
    } finally {
      stopListening?.();
    }
  }

  #toResult(turn: EndedTurn): TurnResult {
    const { state, stopReason, error, usage, firstSeq = 0, lastSeq = 0, hadUnansweredQuestion } = turn;
    const changes = this.#changes;
    const isOfTurn = changes !== undefined && changes.seq >= firstSeq && changes.seq <= lastSeq;
    const rest = { ...(usage && { usage }), ...(isOfTurn && { changes }), hadUnansweredQuestion };
    if (state === "failed") return { ...rest, error: toTurnError(error) };
    return { ...rest, stopReason: stopReason ?? (state === "cancelled" ? "cancelled" : "end_turn") };
  }
}
