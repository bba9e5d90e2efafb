// The turns of a session, one after the other.
import type { ContentBlock, Cost } from "@parley/acp";
import { type ParleyError, settlesWithin } from "@parley/base";
import { toPromptBlocks } from "./prompt-blocks.ts";
import { exchangePrompt } from "./prompt-exchange.ts";
import { PromptQueue, type WaitingPrompt } from "./prompt-queue.ts";
import type { SessionLink } from "./session-host.ts";
import type { PromptOptions, TurnResult } from "./session.ts";
import { watchSilence } from "./silence-watch.ts";
import type { TurnContext } from "./turn-context.ts";
import { CostWatch, ENFORCES_LIMITS, type TurnLimits } from "./turn-limits.ts";
import { toTurnError, Turn, type TurnEnding } from "./turn.ts";

type Blocks = ReturnType<typeof toPromptBlocks>;

export class Turns {
  readonly #context: TurnContext;
  readonly #queue: PromptQueue;
  #current: Turn | undefined;
  readonly #costs: CostWatch;
  /** The link that the latest prompt was sent over. */
  #link: SessionLink | undefined;

  constructor(context: TurnContext) {
    this.#context = context;
    this.#costs = new CostWatch(context.isNew);
    this.#queue = new PromptQueue({
      max: context.host.limits.promptsWaitingMax,
      run: (prompt) => this.#run(prompt),
      onWaiting: (waiting) => context.signal({ type: "queue", waiting }),
    });
  }

  get current(): Turn | undefined {
    return this.#current;
  }

  /** The turn that the agent works on was cancelled, even if the agent does not know yet. */
  get isCancelled(): boolean {
    const turn = this.#current;
    if (turn !== undefined && !turn.isOver) return turn.isCancelled;
    return this.#link?.owed !== undefined;
  }

  /** Settles when no turn is running. */
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
    if (turn.phase !== "sent" || link === undefined) {
      this.#end(turn, { stopReason: "cancelled" });
      return;
    }
    const stopWatching = isFirst ? this.#requestCancel(link) : undefined;
    if (force) this.#endByForce(turn, link, { stopReason: "cancelled" });
    await turn.ended;
    stopWatching?.();
  }

  /** The agent is gone, so it cannot end the turn. */
  agentEnded(ending: TurnEnding): void {
    if (this.#current !== undefined && !this.#current.isReplacing) this.#end(this.#current, ending);
  }

  /** The agent reports what the session has cost: past its limit the turn is cancelled, by force if necessary. */
  async sawCost(cost: Cost): Promise<void> {
    const why = this.#costs.saw(cost);
    const turn = this.#current;
    if (why === undefined || turn === undefined || turn.isOver || turn.isLimited) return;
    turn.isLimited = true;
    this.#context.record({ type: "note", level: "warning", text: why });
    const { limits, timers } = this.#context.host;
    const cancelled = this.cancel();
    if (!(await settlesWithin(cancelled, limits.cancelGraceMs, { timers }))) await this.cancel({ force: true });
  }

  /** Waiting prompts will not be sent. */
  close(): void {
    this.#queue.close();
  }

  #notifyCancel({ run, agentSessionId }: SessionLink): void {
    run.connection.notify("session/cancel", { sessionId: agentSessionId });
  }

  #requestCancel(link: SessionLink): () => void {
    const { timers, limits } = this.#context.host;
    this.#notifyCancel(link);
    const sinceMs = timers.now();
    return watchSilence({
      timers,
      everyMs: limits.cancelGraceMs,
      since: () => sinceMs,
      isExcused: () => false,
      raise: (forMs) => this.#context.signal({ type: "cancel_ignored", forMs }),
    });
  }

  async #run(waiting: WaitingPrompt): Promise<TurnResult> {
    const { signal } = waiting;
    const turn = new Turn(waiting.conclude);
    this.#current = turn;
    const onAbort = (): void => void this.cancel();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await this.#play(turn, waiting);
    } catch (error) {
      this.#end(turn, { error: toTurnError(error) });
    }
    const ending = await turn.ended;
    this.#costs.end();
    signal?.removeEventListener("abort", onAbort);
    const changes = turn.isRecorded ? await this.#context.afterTurn() : undefined;
    this.#current = undefined;
    const unsaved = turn.isRecorded ? await this.#context.sync() : undefined;
    return { ...ending, ...(changes !== undefined && { changes }), ...(unsaved !== undefined && { unsaved }) };
  }

  async #play(turn: Turn, { blocks, preamble, limits, continues, actor }: WaitingPrompt): Promise<void> {
    const link = await Promise.race([this.#linkUp(turn), turn.ended.then(() => undefined)]);
    if (link === undefined || turn.isOver) return;
    const before = (await preamble?.()) ?? [];
    if (turn.isOver) return;
    const { run } = link;
    const toBlocks = (some: readonly ContentBlock[]): Blocks =>
      toPromptBlocks(some, (capability) => run.supports(capability), run.launch.title);
    const said = toBlocks(blocks);
    const prompt = before.length === 0 ? said : [...toBlocks(before), ...said];
    turn.phase = "begun";
    turn.isRecorded = true;
    turn.isContinued = continues;
    // Recorded as the user wrote it: attachments stay attachments, whatever the agent accepts.
    if (!continues) {
      const by = actor === undefined ? {} : { actor };
      turn.promptSeq = this.#context.record({ type: "prompt", prompt: [...blocks], ...by })?.seq;
    }
    await this.#context.beforePrompt();
    this.#costs.begin(run.supports(ENFORCES_LIMITS) ? undefined : limits?.cost);
    if (!turn.isOver) await this.#send(turn, link, prompt, limits);
  }

  /** An agent that still works on an ended turn is restarted: its messages would be taken for the next answer. */
  async #linkUp(turn: Turn): Promise<SessionLink> {
    const { host, link, settle } = this.#context;
    const { owed } = await link();
    if (
      owed !== undefined &&
      !(await settlesWithin(owed, host.limits.owedAnswerMs, { timers: host.timers })) &&
      !turn.isOver
    ) {
      turn.isReplacing = true;
      await host.replace().finally(() => (turn.isReplacing = false));
    }
    const fresh = await link();
    await settle();
    return fresh;
  }

  #send(turn: Turn, link: SessionLink, prompt: Blocks, limits: TurnLimits | undefined): Promise<void> {
    turn.phase = "sent";
    this.#link = link;
    this.#context.promptSent();
    const end = (ending: TurnEnding): void => void this.#end(turn, ending);
    const giveUp = (error: ParleyError): void => {
      this.#notifyCancel(link);
      this.#endByForce(turn, link, { error });
    };
    return exchangePrompt({ context: this.#context, turn, link, prompt, limits, end, giveUp });
  }

  /** Ends the turn without the agent, which then owes an answer. */
  #endByForce(turn: Turn, link: SessionLink, ending: TurnEnding): void {
    if (!this.#end(turn, ending)) return;
    const owed = new Promise<void>((resolve) => (turn.onAnswered = resolve));
    link.owed = owed.then(() => void (link.owed = undefined));
  }

  #end(turn: Turn, how: TurnEnding): boolean {
    // The agent reports a cancellation that the user did not request.
    const given: TurnEnding =
      turn.isLimited && how.stopReason === "cancelled" ? { ...how, stopReason: "max_turn_requests" } : how;
    const ending = turn.end(given);
    if (ending === undefined) return false;
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
