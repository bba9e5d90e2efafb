// One turn from its queue to its end: the agent is found, told, prompted; what came of it is stored and counted.
import type { ContentBlock, EventError, StopReason, Usage } from "@parley/acp";
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { TurnLimits } from "@parley/client";
import { RpcError } from "@parley/rpc";
import type { Agents } from "../agents/agents.ts";
import { isHung as isHungError, type LinkSessions } from "../links/link-sessions.ts";
import { indexTurn } from "../search/index-turn.ts";
import { changeAgent } from "../sessions/change-agent.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import type { HubStore, TurnOutcome } from "../store/store.ts";
import type { TurnTable } from "./turn-table.ts";
import type { Turn } from "./turns.ts";

export interface PlayOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly links: LinkSessions;
  readonly agents: Agents;
  readonly noteOutcome: (outcome: TurnOutcome) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Play {
  readonly turn: Turn;
  readonly prompt: readonly ContentBlock[];
  readonly limits?: TurnLimits | undefined;
  readonly signal: AbortSignal;
  readonly table: TurnTable;
  /** How long an agent may take to end a cancelled turn. */
  readonly forceMs: number;
  /** Called before anybody hears that it is over: whoever does may begin the next one. */
  readonly onOver: () => void;
}

interface Ending {
  readonly state: "completed" | "failed" | "cancelled";
  readonly stopReason?: StopReason | undefined;
  readonly error?: EventError | undefined;
  readonly usage?: Usage | undefined;
  /** Of a turn that never got to its agent. */
  readonly firstSeq?: number | undefined;
}

export class PlayTurn {
  readonly #options: PlayOptions;

  constructor(options: PlayOptions) {
    this.#options = options;
  }

  async play(play: Play): Promise<void> {
    const { clock } = this.#options;
    const startedMs = clock.now();
    const { ending: played, session } = await this.#run(play);
    const ending = await this.#save(session, played);
    await this.#finish(play, session, ending);
    if (ending.state === "cancelled") return;
    this.#options.noteOutcome({
      agent: play.turn.agent,
      isSuccess: ending.state === "completed",
      ms: clock.now() - startedMs,
      tokens: ending.usage?.totalTokens ?? 0,
    });
  }

  /** A turn whose events could not be stored has failed, however it ended. */
  async #save(session: LiveSession | undefined, ending: Ending): Promise<Ending> {
    try {
      await session?.save();
    } catch (cause) {
      this.#options.log.write("error", "A session could not be stored", { sessionId: session?.id, cause });
    }
    if (session?.lost === undefined) return ending;
    const { usage, firstSeq } = ending;
    return { state: "failed", error: toEventError(session.lost), usage, firstSeq };
  }

  /** Of an earlier process, and nobody goes on with it. */
  async abandon(turn: Turn): Promise<void> {
    const { store, sessions, clock } = this.#options;
    const session = await sessions.get(turn.sessionId);
    session.record({ type: "stop", stopReason: "cancelled" });
    await session.save();
    const change = { state: "cancelled", finishedAtMs: clock.now(), lastSeq: session.row.lastSeq } as const;
    await store.updateTurn(turn.id, { ...change, interactionId: undefined });
  }

  /** The process ends: what runs is failed, so that nobody waits for it. */
  async interrupt(turn: Turn, table: TurnTable): Promise<void> {
    const { sessions, links, clock } = this.#options;
    const session = sessions.find(turn.sessionId);
    session?.record({ type: "note", level: "warning", text: INTERRUPTED.message });
    await table.change(turn.id, {
      state: "failed",
      error: INTERRUPTED,
      finishedAtMs: clock.now(),
      interactionId: undefined,
      ...(session === undefined ? {} : { lastSeq: session.row.lastSeq }),
    });
    // Its stop is in the log when the agent's session is closed.
    if (session !== undefined) await links.close(session);
  }

  async #run(play: Play): Promise<{ readonly ending: Ending; readonly session?: LiveSession }> {
    const { turn, signal } = play;
    let session: LiveSession | undefined;
    try {
      session = await this.#options.sessions.get(turn.sessionId);
      session.usedAtMs = this.#options.clock.now();
      if (signal.aborted) return { session, ending: { state: "cancelled", stopReason: "cancelled" } };
      return { session, ending: await this.#prompt(play, session) };
    } catch (error) {
      const failure = toEventError(error);
      if (session === undefined || session.isDeleted) return { ending: { state: "failed", error: failure } };
      const firstSeq = this.#recordFailure(play, session, failure);
      return { session, ending: { state: "failed", error: failure, firstSeq } };
    }
  }

  /** It never got to the agent, so nobody else has said how it began and ended. */
  #recordFailure({ turn, prompt, table }: Play, session: LiveSession, error: EventError): number {
    const firstSeq = table.find(turn.id)?.firstSeq;
    const nextSeq = session.row.lastSeq + 1;
    if (firstSeq === undefined) session.record({ type: "prompt", prompt });
    session.record({ type: "stop", error });
    return firstSeq ?? nextSeq;
  }

  async #prompt({ turn, prompt, limits, signal, table, forceMs }: Play, session: LiveSession): Promise<Ending> {
    const { agents, links } = this.#options;
    const entry = await agents.get(turn.agent);
    await changeAgent(session, entry, { agents, links });
    const link = await links.open(session, entry);
    const told = await links.preamble(session);
    // The server may have ended it while the agent was starting.
    if (table.find(turn.id) === undefined) return { state: "cancelled", stopReason: "cancelled" };
    const firstSeq = turn.firstSeq ?? session.row.lastSeq + 1;
    await table.change(turn.id, { state: "in_progress", firstSeq, interactionId: undefined });
    if (signal.aborted) return { state: "cancelled", stopReason: "cancelled" };
    let force: NodeJS.Timeout | undefined;
    let isHung = false;
    const cancel = (): void => {
      void link.cancel();
      force = setTimeout(() => {
        isHung = true;
        void link.cancel({ force: true });
      }, forceMs);
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const preamble = told === undefined ? {} : { preamble: [{ type: "text", text: told } as const] };
      const result = await link.prompt(prompt, { ...preamble, limits });
      if (told !== undefined && result.error === undefined) await links.heard(session);
      const usage = result.usage === undefined ? {} : { usage: result.usage };
      isHung ||= isHungError(result.error);
      if (result.error !== undefined) return { state: "failed", error: toEventError(result.error), ...usage };
      const isCancelled = result.stopReason === "cancelled";
      return { state: isCancelled ? "cancelled" : "completed", stopReason: result.stopReason, ...usage };
    } finally {
      clearTimeout(force);
      signal.removeEventListener("abort", cancel);
      // What it says later must not be taken for the next answer, nor must the next turn wait for it.
      if (isHung) void links.abandon(session);
      session.usedAtMs = this.#options.clock.now();
    }
  }

  async #finish({ turn, table, onOver }: Play, session: LiveSession | undefined, ending: Ending): Promise<void> {
    const { store, clock, log } = this.#options;
    const lastSeq = session?.lost === undefined ? session?.row.lastSeq : undefined;
    const firstSeq = ending.firstSeq ?? table.find(turn.id)?.firstSeq;
    onOver();
    await table.change(turn.id, {
      ...ending,
      finishedAtMs: clock.now(),
      interactionId: undefined,
      ...(lastSeq === undefined ? {} : { lastSeq }),
    });
    if (session === undefined || session.isDeleted || firstSeq === undefined || lastSeq === undefined) return;
    try {
      const transcript = session.link?.link.transcript;
      await indexTurn(store, session.id, { firstSeq, lastSeq }, transcript);
      // The log has it; a session that talks for days must not grow in memory.
      transcript?.trim(lastSeq);
    } catch (cause) {
      log.write("warn", "A turn cannot be searched", { turnId: turn.id, cause });
    }
  }
}

export const INTERRUPTED: EventError = {
  code: "interrupted",
  message: "The server ended during this turn; the conversation is kept, and the next turn goes on with it",
};

export function toEventError(error: unknown): EventError {
  if (error instanceof ParleyError || error instanceof RpcError) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}
