// The turns of a session, one after the other.
import type { ContentBlock } from "@parley/acp";
import { toPromptBlocks } from "./prompt-blocks.ts";
import { exchangePrompt, type Outcome } from "./prompt-exchange.ts";
import { PromptQueue, type WaitingPrompt } from "./prompt-queue.ts";
import type { SessionLink } from "./session-host.ts";
import type { PromptOptions, TurnResult } from "./session.ts";
import { watchSilence } from "./silence-watch.ts";
import type { TurnContext } from "./turn-context.ts";
import { toTurnError, Turn, type TurnEnding } from "./turn.ts";

type Blocks = ReturnType<typeof toPromptBlocks>;

export class Turns {
  readonly #context: TurnContext;
  readonly #queue: PromptQueue;
  #current: Turn | undefined;
  /** By which the latest prompt was sent. */
  #link: SessionLink | undefined;

  constructor(context: TurnContext) {
    this.#context = context;
    this.#queue = new PromptQueue({
      max: context.host.limits.promptsWaitingMax,
      run: (prompt) => this.#run(prompt),
      onWaiting: (waiting) => context.signal({ type: "queue", waiting }),
    });
  }

  get current(): Turn | undefined {
    return this.#current;
  }

  /** What the agent works on was cancelled, even if it does not know it yet. */
  get isCancelled(): boolean {
    const turn = this.#current;
    if (turn !== undefined && !turn.isOver) return turn.isCancelled;
    return this.#link !== undefined && this.#link.unanswered > 0;
  }

  /** Settles when no turn runs any more. */
  get idle(): Promise<void> {
    return this.#queue.idle;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  prompt(blocks: readonly ContentBlock[], options: PromptOptions): Promise<TurnResult> {
    return this.#queue.add(blocks, options);
  }

  async cancel({ force = false }: { readonly force?: boolean } = {}): Promise<void> {
    const turn = this.#current;
    if (turn === undefined || turn.isOver) return;
    const link = this.#link;
    const isFirst = !turn.isCancelled;
    turn.cancel();
    if (turn.phase !== "sent" || link === undefined || turn.isResending) {
      this.#end(turn, { stopReason: "cancelled" });
      return;
    }
    const stopWatching = isFirst ? this.#tellToCancel(link) : undefined;
    if (force && this.#end(turn, { stopReason: "cancelled" })) {
      turn.isForced = true;
      link.unanswered += 1;
    }
    await turn.ended;
    stopWatching?.();
  }

  /** The agent is gone: nobody is left who would end the turn. */
  agentEnded(ending: TurnEnding): void {
    if (this.#current !== undefined && !this.#current.isResending) this.#end(this.#current, ending);
  }

  /** Prompts that wait will not be sent. */
  close(): void {
    this.#queue.close();
  }

  #tellToCancel({ run, agentSessionId }: SessionLink): () => void {
    const { clock, timers, limits } = this.#context.host;
    run.connection.notify("session/cancel", { sessionId: agentSessionId });
    const sinceMs = clock.now();
    return watchSilence({
      clock,
      timers,
      everyMs: limits.cancelGraceMs,
      since: () => sinceMs,
      isExcused: () => false,
      raise: (forMs) => this.#context.signal({ type: "cancel_ignored", forMs }),
    });
  }

  async #run({ blocks, signal, preamble }: WaitingPrompt): Promise<TurnResult> {
    const turn = new Turn();
    this.#current = turn;
    const onAbort = (): void => void this.cancel();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await this.#play(turn, blocks, preamble);
    } catch (error) {
      this.#end(turn, { error: toTurnError(error) });
    }
    const ending = await turn.ended;
    signal?.removeEventListener("abort", onAbort);
    const changes = turn.isRecorded ? await this.#context.afterTurn() : undefined;
    this.#current = undefined;
    if (turn.isRecorded) await this.#context.sync();
    return changes === undefined ? ending : { ...ending, changes };
  }

  async #play(turn: Turn, blocks: readonly ContentBlock[], preamble: readonly ContentBlock[]): Promise<void> {
    const link = await Promise.race([this.#linkUp(), turn.ended.then(() => undefined)]);
    if (link === undefined || turn.isOver) return;
    const { run } = link;
    const toBlocks = (some: readonly ContentBlock[]): Blocks =>
      toPromptBlocks(some, (capability) => run.supports(capability), run.launch.title);
    const said = toBlocks(blocks);
    const prompt = preamble.length === 0 ? said : [...toBlocks(preamble), ...said];
    turn.phase = "begun";
    turn.isRecorded = true;
    // As the person gave it: what was attached stays an attachment, however this agent takes it.
    this.#context.record({ type: "prompt", prompt: [...blocks] });
    await this.#context.beforePrompt();
    if (turn.isOver || (await this.#send(turn, link, prompt)) === "over") return;
    // It never looked at the prompt, so that sending it again does nothing twice.
    turn.isResending = true;
    await this.#context.host.replace();
    const fresh = await this.#linkUp();
    turn.isResending = false;
    if (!turn.isOver) await this.#send(turn, fresh, prompt);
  }

  async #linkUp(): Promise<SessionLink> {
    const link = await this.#context.link();
    await this.#context.settle();
    return link;
  }

  #send(turn: Turn, link: SessionLink, prompt: Blocks): Promise<Outcome> {
    turn.phase = "sent";
    this.#link = link;
    this.#context.promptSent();
    const end = (ending: TurnEnding): void => void this.#end(turn, ending);
    return exchangePrompt({ context: this.#context, turn, link, prompt, end });
  }

  #end(turn: Turn, ending: TurnEnding): boolean {
    if (!turn.end(ending)) return false;
    if (!turn.isRecorded) return true;
    if (ending.error === undefined) {
      const { stopReason, usage } = ending;
      this.#context.record({ type: "stop", stopReason, ...(usage !== undefined && { usage }) });
    } else {
      const { code, message } = ending.error;
      this.#context.record({ type: "stop", error: { code, message } });
    }
    return true;
  }
}
