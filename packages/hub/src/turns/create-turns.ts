// The turns of the hub: stored when they are accepted, and run one after the other within a session.
import type { ContentBlock } from "@parley/acp";
import { createId, ParleyError, type Clock, type Log } from "@parley/base";
import type { SessionAgents } from "../links/session-agents.ts";
import type { Interaction } from "../api/interactions.ts";
import { AUTO, type AutoAgent } from "../auto/auto-agent.ts";
import { checkSameRequest } from "../keys/check-same-request.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubStore } from "../api/store.ts";
import { changeQueued } from "./change-queued.ts";
import { compileTurnSchema } from "./ask-with-schema.ts";
import { DISCONNECT_GRACE_MS, FORCE_MS, TURNS_PAGE_DEFAULT, TURNS_PAGE_MAX, QUEUED_MAX } from "../limits.ts";
import { checkPrompt, draining, toKept } from "./new-turn.ts";
import { TurnHolds } from "./turn-holds.ts";
import { TurnQueues, type QueuedTurn } from "./turn-queues.ts";
import type { TurnRun, TurnStart } from "./turn-run.ts";
import type { TurnRunner } from "./turn-runner.ts";
import { toEventError, UNTIL_OVER } from "./turn-endings.ts";
import { TurnTable, type TurnChange } from "./turn-table.ts";
import {
  isOver,
  type NewTurn,
  type QueuedChange,
  type Turn,
  type TurnAndEvents,
  type TurnPage,
  type TurnQueue,
  type TurnQuery,
  type Turns,
  type WhenBusy,
} from "../api/turns.ts";
import type { QueuedTurnRow } from "../api/nodes.ts";

interface TurnTimes {
  /** How long an agent may take to end a cancelled turn. */
  readonly forceMs?: number | undefined;
  /** How long the client of a turn with `onDisconnect: "cancel"` may be gone. */
  readonly disconnectGraceMs?: number | undefined;
}

export interface TurnsOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly agents: SessionAgents;
  readonly auto: AutoAgent;
  readonly runner: TurnRunner;
  readonly times: TurnTimes;
  /** What has to be over before a turn starts in the session. */
  readonly beforeRun: (sessionId: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

export class HubTurns implements Turns {
  readonly table: TurnTable;
  readonly #options: TurnsOptions;
  readonly #queues: TurnQueues;
  readonly #holds: TurnHolds;
  /** Turns of an earlier process whose questions are open. */
  readonly #unanswered = new Set<string>();
  /** Turns that the next process continues. */
  readonly #left = new Set<string>();
  readonly #idle = new Set<() => void>();
  /** Turns that are being stored, for requests with the same key. */
  readonly #starting = new Map<string, Promise<Turn>>();
  isDraining = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.table = new TurnTable(options.store, options.log);
    this.#queues = new TurnQueues({
      run: (queued) => this.#run(queued),
      isStopped: () => this.isDraining,
      onEmpty: () => this.checkIdle(),
    });
    const { disconnectGraceMs: graceMs = DISCONNECT_GRACE_MS } = options.times;
    this.#holds = new TurnHolds({ graceMs, cancel: (id) => this.#cancelLeft(id) });
  }

  async start(wanted: NewTurn): Promise<Turn> {
    if (this.isDraining) throw draining();
    checkPrompt(wanted.prompt);
    const { prompt, jsonSchema } = wanted;
    if (jsonSchema !== undefined) await this.checkSchema(jsonSchema);
    const { store, sessions, agents, auto, clock } = this.#options;
    const session = await sessions.get(wanted.sessionId);
    const isAuto = wanted.agent === AUTO || (wanted.agent === undefined && (await auto.isAuto(session.id)));
    const named = isAuto ? undefined : (await agents.get(session, wanted.agent)).name;
    const { idempotencyKey: key, id: given = createId(clock) } = wanted;
    const id = key === undefined ? given : await store.claimKey(`turn:${session.id}`, key, given, clock.now());
    const earlier = id === given ? undefined : await this.#findStarted(id);
    if (earlier !== undefined) {
      checkSameRequest(earlier.fingerprint, wanted.keyedRequest);
      return earlier;
    }
    this.#checkRoom(session, wanted.whenBusy ?? "queue");
    const agent = named ?? (await auto.choose(session, prompt));
    const createdAtMs = clock.now();
    const turn: Turn = { id, sessionId: session.id, agent, state: "created", createdAtMs, ...toKept(wanted) };
    const starting = this.#add(turn, session, prompt).finally(() => this.#starting.delete(id));
    this.#starting.set(id, starting);
    return starting;
  }

  /** Its events come to the followers here anyway. */
  async run(wanted: NewTurn): Promise<TurnAndEvents> {
    return { turn: await this.start(wanted) };
  }

  /** The turn that a key stands for; undefined if the request that claimed it failed before it stored one. */
  async #findStarted(id: string): Promise<Turn | undefined> {
    const starting = this.#starting.get(id);
    if (starting !== undefined) return starting;
    try {
      return await this.get(id);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "turn_not_found") throw error;
      return this.#starting.get(id);
    }
  }

  async checkSchema(jsonSchema: unknown): Promise<void> {
    await compileTurnSchema(jsonSchema);
  }

  async #add(turn: Turn, session: LiveSession, prompt: readonly ContentBlock[]): Promise<Turn> {
    session.addTurn();
    try {
      await this.table.add(turn);
    } catch (error) {
      session.removeTurn();
      throw error;
    }
    if (turn.onDisconnect === "cancel") this.#holds.add(turn.id);
    this.#queues.add({ turn, start: { prompt }, cancellation: new AbortController() });
    return turn;
  }

  get(id: string): Promise<Turn> {
    return this.table.get(id);
  }

  async list({ limit = TURNS_PAGE_DEFAULT, ...query }: TurnQuery = {}): Promise<TurnPage> {
    const count = Math.max(1, Math.min(limit, TURNS_PAGE_MAX));
    const { rows, nextCursor } = await this.#options.store.listTurns({ ...query, limit: count });
    return { turns: rows, nextCursor };
  }

  ended(id: string): Promise<Turn> {
    return this.table.reaches(id, isOver);
  }

  settled(id: string): Promise<Turn> {
    return this.table.reaches(id, (turn) => isOver(turn) || turn.state === "awaiting");
  }

  onChange(listener: (turn: Turn) => void): () => void {
    return this.table.onChange(listener);
  }

  /** Stored when it returns: the server that runs the turn ends it, or the one that takes over the session. */
  async cancel(id: string): Promise<Turn> {
    if (this.#left.has(id)) throw draining();
    const turn = await this.table.requestCancel(id);
    this.#abort(turn);
    return turn;
  }

  /** Another server was asked to cancel them. */
  async cancelStored(rows: readonly QueuedTurnRow[]): Promise<void> {
    for (const { id, sessionId } of rows) {
      const isHere = this.#queues
        .all(sessionId)
        .some(({ turn, cancellation: { signal } }) => turn.id === id && !signal.aborted);
      if (isHere) await this.cancel(id);
    }
  }

  #abort(turn: Turn): void {
    const queued = this.#queues.find(turn);
    queued?.cancellation.abort();
    // A queued turn ends at once, without waiting for those before it.
    if (queued !== undefined && this.#queues.remove(queued)) void this.#run(queued);
  }

  queue(sessionId: string): Promise<TurnQueue> {
    const queued = this.#queues.queued(sessionId).map(({ turn }) => turn);
    return Promise.resolve({ running: this.runningIn(sessionId), queued });
  }

  async changeQueued(id: string, change: QueuedChange): Promise<Turn> {
    return changeQueued(await this.get(id), change, { queues: this.#queues, table: this.table });
  }

  hold(id: string): Disposable {
    return this.#holds.hold(id);
  }

  /** Its client did not come back in time. A server that is stopping leaves it to the next one. */
  async #cancelLeft(id: string): Promise<void> {
    if (this.isDraining) return;
    try {
      await this.cancel(id);
    } catch (cause) {
      if (cause instanceof ParleyError && cause.code === "turn_over") return;
      this.#options.log.write("warn", "A turn whose client is gone could not be cancelled", { turnId: id, cause });
    }
  }

  runningIn(sessionId: string): Turn | undefined {
    return this.#queues.runningIn(sessionId)?.turn;
  }

  /** Undefined if no turn runs in the session. */
  endOfRunning(sessionId: string): Promise<Turn> | undefined {
    const running = this.runningIn(sessionId);
    return running === undefined ? undefined : this.ended(running.id);
  }

  /** The user was not asked. */
  noteUnanswered(turnId: string): void {
    this.#change(turnId, { hadUnansweredQuestion: true });
  }

  #change(turnId: string, change: TurnChange): void {
    void this.table.change(turnId, change).catch((cause: unknown) => {
      this.#options.log.write("error", "Could not store a turn", { turnId, cause });
    });
  }

  /** A question was asked or closed. The turn names the oldest open one. */
  noteInteraction(interaction: Interaction): void {
    const { turnId, id, state, sessionId } = interaction;
    const turn = turnId === undefined ? undefined : this.table.find(turnId);
    const session = sessionId === undefined ? undefined : this.#options.sessions.find(sessionId);
    // Its turn may be over by now.
    if (state !== "pending") session?.answered(id);
    if (turn === undefined || sessionId === undefined || session === undefined) return;
    const running = this.#queues.runningIn(sessionId);
    if (state === "expired" && running !== undefined && running.turn.id === turnId) running.expired = interaction;
    if (state === "pending") session.asked(id);
    if (turn.state === "cancelling") return;
    const [interactionId] = session.awaiting;
    this.#change(turn.id, { state: interactionId === undefined ? "in_progress" : "awaiting", interactionId });
    this.checkIdle();
  }

  /** Continues or runs a turn of an earlier process. */
  adopt(turn: Turn, session: LiveSession, start: TurnStart): void {
    this.table.adopt(turn);
    if (turn.onDisconnect === "cancel") this.#holds.add(turn.id);
    session.addTurn();
    if (start.questions !== undefined) {
      this.#unanswered.add(turn.id);
      void start.questions.over.then(() => this.#unanswered.delete(turn.id));
    }
    this.#queues.add({ turn, start, cancellation: new AbortController() });
  }

  /** Stored turns of our sessions that are unknown here, because their request failed after it was stored. */
  async runStored(rows: readonly QueuedTurnRow[]): Promise<void> {
    const { store, sessions } = this.#options;
    for (const { id, sessionId } of rows) {
      if (this.isDraining) return;
      const isKnown = (): boolean => this.#starting.has(id) || this.table.find(id) !== undefined;
      if (isKnown() || !sessions.isOwned(sessionId)) continue;
      const turn = await store.getTurn(id);
      const session = await sessions.get(sessionId);
      if (turn?.state !== "created" || turn.prompt === undefined || isKnown() || !sessions.isOwned(sessionId)) continue;
      this.adopt(turn, session, { prompt: turn.prompt });
    }
  }

  /** Another server may have the session: its turns are continued, run or ended there, and what still happens here does not count. */
  lose(sessionId: string): void {
    for (const { turn } of this.#queues.forget(sessionId)) {
      this.#holds.delete(turn.id);
      this.#unanswered.delete(turn.id);
      this.table.follow(turn.id);
    }
    this.checkIdle();
  }

  close(): void {
    this.#holds.close();
    this.table.close();
  }

  async cancelAll(sessionId: string): Promise<void> {
    const all = this.#queues.all(sessionId);
    for (const { cancellation } of all) cancellation.abort();
    await Promise.all(all.map(({ turn }) => this.ended(turn.id).catch(() => undefined))); // It is over either way.
  }

  /** Resolves when only turns that wait for an answer are left, or when the time is over. */
  async idle(graceMs: number): Promise<void> {
    if (this.#isIdle) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#idle.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Leaves the turns that wait for an answer to the next process: what happens to them in this one is not stored. */
  leaveWaiting(): readonly Turn[] {
    const { sessions } = this.#options;
    const waiting = this.#active
      .flatMap(({ turn }) => this.table.find(turn.id) ?? [])
      .filter(
        // An agent without a session of its own has nothing to continue.
        ({ state, sessionId }) => state === "awaiting" && sessions.find(sessionId)?.row.agentSessionId !== undefined,
      );
    for (const { id } of waiting) {
      this.#left.add(id);
      this.table.leave(id);
    }
    return waiting;
  }

  /** Ends the running turns as interrupted. */
  async interrupt(): Promise<void> {
    await Promise.all(this.#active.map(({ turn }) => this.#options.runner.interrupt(turn, this.table)));
  }

  #checkRoom({ id, busy }: LiveSession, whenBusy: WhenBusy): void {
    if (busy > 0 && whenBusy === "refuse") {
      throw new ParleyError({ code: "session_busy", message: `A turn is already running in session ${id}` });
    }
    if (this.#queues.countQueued(id) >= QUEUED_MAX) {
      throw new ParleyError({
        code: "limit_reached",
        message: `${QUEUED_MAX} turns are already queued in session ${id}`,
      });
    }
  }

  /** Running turns, without those that are left to the next process. */
  get #active(): readonly QueuedTurn[] {
    const isOthers = (id: string): boolean => this.#unanswered.has(id) || this.#left.has(id);
    return this.#queues.running.filter(({ turn }) => !isOthers(turn.id));
  }

  get #isIdle(): boolean {
    const isAwaiting = (id: string): boolean => this.table.find(id)?.state === "awaiting";
    const { auto } = this.#options;
    return this.#active.every(
      ({ turn: { id, agent, sessionId } }) =>
        isAwaiting(id) || (agent === AUTO && auto.isWaiting(sessionId, isAwaiting)),
    );
  }

  /** Something that `idle` waits for may have happened. */
  checkIdle(): void {
    if (!this.#isIdle) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  async #run(queued: QueuedTurn): Promise<void> {
    const { turn, start, cancellation } = queued;
    const { runner, log, sessions, times, beforeRun } = this.#options;
    let isBusy = true;
    const onOver = (): void => {
      if (queued.isLost === true) return;
      const session = sessions.find(turn.sessionId);
      if (isBusy) session?.removeTurn();
      isBusy = false;
      this.#holds.delete(turn.id);
    };
    const { signal } = cancellation;
    const expired = (): Interaction | undefined => queued.expired;
    const table: TurnRun["table"] = {
      find: (id) => (queued.isLost === true ? undefined : this.table.find(id)),
      change: async (id, change) => (queued.isLost === true ? undefined : this.table.change(id, change)),
    };
    try {
      await beforeRun(turn.sessionId);
      if (queued.isLost === true) return;
      await runner.run({ turn, start, signal, expired, table, forceMs: times.forceMs ?? FORCE_MS, onOver });
    } catch (cause) {
      onOver();
      log.write("error", "Could not end a turn", { turnId: turn.id, cause });
      await table.change(turn.id, { state: "failed", error: toEventError(cause), ...UNTIL_OVER });
    }
  }
}
