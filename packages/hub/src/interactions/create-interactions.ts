// Questions of agents: stored before they are shown, answered by the first answer, and both are reported to every surface.
import { isUnknown, type CreateElicitationRequest, type CreateElicitationResponse, type EventActor } from "@parley/acp";
import { errorCodeOf, ParleyError, type Clock, type Log } from "@parley/base";
import type { PermissionReply } from "@parley/client";
import { checkElicitationAnswer } from "@parley/client/features";
import type { HubStore } from "../api/store.ts";
import type { ElicitationInteraction, Interaction, Interactions, PermissionInteraction } from "../api/interactions.ts";
import { EXPIRES_MS, PENDING_MAX, SAVE_RETRY_MS, TIMER_MS_MAX } from "../limits.ts";
import { OVERDUE_MS, SETTLE_TRIES_MAX } from "../live-limits.ts";

export interface InteractionsOptions {
  readonly store: HubStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly expiresMs?: number | undefined;
  /** Resolves when it is stored, together with the event that asks it: no client sees one without the other. */
  readonly keep: (question: Interaction) => Promise<void>;
}

export type Question =
  | Omit<PermissionInteraction, "createdAtMs" | "expiresAtMs" | "state">
  | Omit<ElicitationInteraction, "createdAtMs" | "expiresAtMs" | "state">;

interface Waiting {
  readonly question: Interaction;
  readonly settle: (interaction: Interaction) => void;
  readonly timer: NodeJS.Timeout;
  /** The agent does not wait for the answer any more. */
  isCancelled: boolean;
}

export class HubInteractions implements Interactions {
  readonly #options: InteractionsOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Questions for the next process: in this one, only an answer ends them. */
  readonly #left = new Set<string>();
  readonly #listeners = new Set<(interaction: Interaction) => void>();
  #isClosed = false;

  constructor(options: InteractionsOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#waiting.size;
  }

  list(query: Parameters<Interactions["list"]>[0] = {}): Promise<readonly Interaction[]> {
    return this.#options.store.listInteractions(query);
  }

  async get(id: string): Promise<Interaction> {
    const found = await this.#options.store.getInteraction(id);
    if (found === undefined) {
      throw new ParleyError({ code: "interaction_not_found", message: `Question ${id} not found` });
    }
    return found;
  }

  onChange(listener: (interaction: Interaction) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async answerPermission(id: string, reply: PermissionReply, by: string, actor?: EventActor): Promise<Interaction> {
    const found = await this.get(id);
    if (found.kind !== "permission") throw wrongKind(id, "not a permission request; answer it with content");
    const { outcome } = reply;
    if (!isUnknown(outcome) && outcome.outcome === "selected") checkOption(found, outcome.optionId);
    return this.#answer({ ...found, state: "answered", answer: reply, answeredBy: by, ...(actor && { actor }) });
  }

  async answerElicitation(
    id: string,
    response: CreateElicitationResponse,
    by: string,
    actor?: EventActor,
  ): Promise<Interaction> {
    const found = await this.get(id);
    if (found.kind !== "elicitation") throw wrongKind(id, "a permission request; answer it with one of its options");
    checkContent(found.request, response);
    return this.#answer({ ...found, state: "answered", answer: response, answeredBy: by, ...(actor && { actor }) });
  }

  /** Resolves when it is answered, cancelled or expired. */
  async ask(question: Question, signal: AbortSignal): Promise<Interaction> {
    if (this.#waiting.size >= PENDING_MAX) {
      throw new ParleyError({
        code: "limit_reached",
        message: `The limit of ${PENDING_MAX} open questions is reached`,
      });
    }
    const { keep, clock, expiresMs = EXPIRES_MS } = this.#options;
    const createdAtMs = clock.now();
    const asked: Interaction = { ...question, createdAtMs, expiresAtMs: createdAtMs + expiresMs, state: "pending" };
    const cancel = (): void => {
      const waiting = this.#waiting.get(asked.id);
      if (waiting !== undefined) waiting.isCancelled = true;
      void this.#settle({ ...asked, state: "cancelled" });
    };
    const timer = setTimeout(
      () => void this.#settle({ ...asked, state: "expired" }),
      Math.min(expiresMs, TIMER_MS_MAX),
    );
    timer.unref();
    // Before it is stored, because it may be answered as soon as it is.
    const over = new Promise<Interaction>((settle) => {
      this.#waiting.set(asked.id, { question: asked, settle, timer, isCancelled: false });
    });
    try {
      await keep(asked);
    } catch (error) {
      clearTimeout(timer);
      this.#waiting.delete(asked.id);
      throw error;
    }
    // Otherwise it has been answered already, and that was reported.
    if (this.#waiting.has(asked.id)) this.tell(asked);
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    return over.finally(() => signal.removeEventListener("abort", cancel));
  }

  /** Keeps a question of an earlier process open. Resolves when it is over. */
  adopt(interaction: Interaction): Promise<Interaction> {
    const leftMs = Math.max(0, interaction.expiresAtMs - this.#options.clock.now());
    return new Promise((settle) => {
      const expire = (): void => void this.#settle({ ...interaction, state: "expired" });
      const timer = setTimeout(expire, Math.min(leftMs, TIMER_MS_MAX));
      timer.unref();
      this.#waiting.set(interaction.id, { question: interaction, timer, settle, isCancelled: false });
    });
  }

  /** The answer is no longer needed. */
  async cancel(interaction: Interaction): Promise<void> {
    await this.#settle({ ...interaction, state: "cancelled" });
  }

  /** Its permissions need no answer any more, and what was cancelled in it is closed, even if that had no effect then. */
  turnOver(turnId: string): void {
    for (const { question, isCancelled } of this.#waiting.values()) {
      const isUseless = question.kind === "permission" || isCancelled;
      if (isUseless && question.turnId === turnId) void this.#settle({ ...question, state: "cancelled" });
    }
  }

  /** Questions whose server has ended: no component waits for them, and no server owns them. */
  async expireOverdue(): Promise<void> {
    const { store, clock } = this.#options;
    const expiresBeforeMs = clock.now() - OVERDUE_MS;
    for (const question of await store.listInteractions({ state: "pending", expiresBeforeMs })) {
      if (!this.#waiting.has(question.id)) await this.#settle({ ...question, state: "expired" });
    }
  }

  /** The server is stopping: the question stays open for the next process. */
  leaveOpen(id: string): void {
    clearTimeout(this.#waiting.get(id)?.timer);
    this.#waiting.delete(id);
    this.#left.add(id);
  }

  /** Another server may have the session and its questions, so answers are no longer awaited here. */
  lose(sessionId: string): void {
    for (const { question } of this.#waiting.values()) {
      if (question.sessionId === sessionId) this.#end({ ...question, state: "cancelled" });
    }
  }

  /** Another server has stored that it is over: what waits for it here continues. */
  heard(interaction: Interaction): void {
    this.tell(interaction);
    if (interaction.state !== "pending") this.#end(interaction);
  }

  #end(interaction: Interaction): void {
    const waiting = this.#waiting.get(interaction.id);
    this.#waiting.delete(interaction.id);
    clearTimeout(waiting?.timer);
    waiting?.settle(interaction);
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  async #answer(interaction: Interaction): Promise<Interaction> {
    if (await this.#settle(interaction)) return interaction;
    const { state, answeredBy } = await this.get(interaction.id);
    const who = answeredBy === undefined ? "" : ` by ${answeredBy}`;
    throw new ParleyError({ code: "interaction_over", message: `The question was already ${state}${who}` });
  }

  /** True for the first caller. */
  async #settle(interaction: Interaction): Promise<boolean> {
    if (interaction.state !== "answered" && this.#left.has(interaction.id)) return false;
    const { store, log } = this.#options;
    try {
      if (!(await store.settleInteraction(interaction))) {
        void this.#hearStored(interaction.id);
        return false;
      }
    } catch (cause) {
      const isAnswer = interaction.state === "answered";
      const isLost = errorCodeOf(cause) === "session_lost";
      // Another server has to decide.
      if (isLost && !isAnswer) return false;
      if (!isLost) void (isAnswer ? this.#hearStored(interaction.id) : this.#storeLater(interaction));
      if (isAnswer) throw cause;
      log.write("error", "Could not store the end of a question", { cause });
    }
    this.tell(interaction);
    this.#end(interaction);
    return true;
  }

  /**
   * The store may have an end that nothing here knows: the connection broke after it had stored an answer and before it said so.
   * What waits for the question continues with that.
   */
  async #hearStored(id: string): Promise<void> {
    for (let tries = 1; tries <= SETTLE_TRIES_MAX && this.#waiting.has(id); tries += 1) {
      try {
        const stored = await this.#options.store.getInteraction(id);
        const isOver = stored !== undefined && stored.state !== "pending";
        if (isOver && this.#waiting.has(id)) this.heard(stored);
      } catch {
        // The next try may succeed.
      }
      if (this.#waiting.has(id)) await pause();
    }
  }

  /** Nothing waits for it here, but it must not stay open for users. */
  async #storeLater(interaction: Interaction): Promise<void> {
    for (let tries = 1; tries <= SETTLE_TRIES_MAX && !this.#isClosed; tries += 1) {
      await pause();
      try {
        await this.#options.store.settleInteraction(interaction);
        return;
      } catch (cause) {
        if (errorCodeOf(cause) === "session_lost") return;
      }
    }
  }

  /** Reports a question that another server has stored, too. */
  tell(interaction: Interaction): void {
    for (const listener of this.#listeners) {
      try {
        listener(interaction);
      } catch (cause) {
        this.#options.log.write("error", "A listener of questions threw", { cause });
      }
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SAVE_RETRY_MS).unref());
}

function checkOption({ options }: PermissionInteraction, optionId: string): void {
  if (options.some((option) => option.optionId === optionId)) return;
  const known = options.map((option) => option.optionId).join(", ");
  throw new ParleyError({ code: "bad_input", message: `/optionId: "${optionId}" is not one of ${known}` });
}

function checkContent(request: CreateElicitationRequest, response: CreateElicitationResponse): void {
  if (isUnknown(request) || request.mode !== "form" || response.action !== "accept") return;
  const misfit = checkElicitationAnswer(request.requestedSchema, response.content ?? {});
  if (misfit === undefined) return;
  throw new ParleyError({ code: "bad_input", message: `/content/${misfit.field}: ${misfit.problem}` });
}

function wrongKind(id: string, what: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `Question ${id} is ${what}` });
}
