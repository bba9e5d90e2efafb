// One turn from its queue to its end: the agent is found, told, prompted; what came of it is stored and counted.
import type { ContentBlock, EventError } from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import type { TurnEnding, TurnLimits, TurnResult } from "@parley/client";
import type { Agents } from "../agents/agents.ts";
import type { GivenAnswers } from "../interactions/given-answers.ts";
import type { Interaction } from "../interactions/interactions.ts";
import { isHung as isHungError, type LinkSessions } from "../links/link-sessions.ts";
import { readAll } from "../log/read-events.ts";
import type { AnswerSchema } from "../structured.ts";
import { AUTO, type AutoAgent } from "../routing/auto-agent.ts";
import { indexTurn } from "../search/index-turn.ts";
import { changeAgent } from "../sessions/change-agent.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { LiveSessions } from "../sessions/live-sessions.ts";
import type { HubStore, TurnOutcome } from "../store/store.ts";
import type { Beginning } from "./create-turns.ts";
import { describeAnswers, isAllowed, isDecided, toAnsweredEvent, type OpenQuestions } from "./open-questions.ts";
import {
  answerLost,
  CANCELLED,
  INTERRUPTED,
  questionExpired,
  toEventError,
  toStop,
  type Ending,
} from "./turn-endings.ts";
import type { TurnTable } from "./turn-table.ts";
import type { Turn } from "./turns.ts";

export interface PlayOptions {
  readonly store: HubStore;
  readonly sessions: LiveSessions;
  readonly links: LinkSessions;
  readonly agents: Agents;
  readonly given: GivenAnswers;
  readonly auto: AutoAgent;
  readonly noteOutcome: (outcome: TurnOutcome) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Play {
  readonly turn: Turn;
  readonly beginning: Beginning;
  readonly limits?: TurnLimits | undefined;
  /** What the answer has to fit. */
  readonly schema?: AnswerSchema | undefined;
  readonly signal: AbortSignal;
  /** The question of the turn that nobody answered in time. */
  readonly expired: () => Interaction | undefined;
  readonly table: TurnTable;
  /** How long an agent may take to end a cancelled turn. */
  readonly forceMs: number;
  /** Called before anybody hears that it is over: whoever does may begin the next one. */
  readonly onOver: () => void;
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
    if (ending.state === "cancelled" || play.turn.agent === AUTO) return;
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
      prompt: undefined,
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
      const { prompt, questions } = play.beginning;
      if (questions !== undefined) return { session, ending: await this.#continue(play, session, questions) };
      if (signal.aborted) return { session, ending: CANCELLED };
      return { session, ending: await this.#prompt(play, session, { prompt }) };
    } catch (error) {
      const failure = toEventError(error);
      if (session === undefined || session.isDeleted) return { ending: { state: "failed", error: failure } };
      const firstSeq = this.#recordFailure(play, session, failure);
      return { session, ending: { state: "failed", error: failure, firstSeq } };
    }
  }

  /** It never got to the agent, so nobody else has said how it began and ended. */
  #recordFailure({ turn, beginning, table }: Play, session: LiveSession, error: EventError): number {
    const firstSeq = table.find(turn.id)?.firstSeq;
    const nextSeq = session.row.lastSeq + 1;
    if (firstSeq === undefined) session.record({ type: "prompt", prompt: beginning.prompt ?? [] });
    session.record({ type: "stop", error });
    return firstSeq ?? nextSeq;
  }

  /** The server ended while the turn was waiting for answers: when they are given, the agent continues with them. */
  async #continue(play: Play, session: LiveSession, questions: OpenQuestions): Promise<Ending> {
    const { given } = this.#options;
    const { turn, signal } = play;
    const cancel = (): void => void questions.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    const answers = await questions.over;
    signal.removeEventListener("abort", cancel);
    for (const answer of answers) session.record(toAnsweredEvent(answer));
    if (signal.aborted || !answers.every(isDecided)) {
      const expired = signal.aborted ? undefined : answers.find(({ state }) => state === "expired");
      const ending: Ending =
        expired === undefined ? CANCELLED : { state: "failed", error: toEventError(questionExpired(expired)) };
      session.record(toStop(ending));
      return ending;
    }
    session.record({ type: "note", level: "info", text: "Continued after a restart of the server" });
    given.keep(turn.id, answers);
    try {
      const ending = await this.#prompt(play, session, { prompt: describeAnswers(answers), continues: true });
      // Cancelled before the agent heard of it: nobody else says how the turn ended.
      if (ending === CANCELLED) session.record(toStop(ending));
      return ending;
    } finally {
      given.end(turn.id);
    }
  }

  /** An agent's word is corrected where it is known to be wrong. */
  #conclude(play: Play, session: LiveSession, completedBefore: number, ending: TurnEnding): TurnEnding {
    const { turn, signal } = play;
    const expired = play.expired();
    if (ending.stopReason === "cancelled" && expired !== undefined && !signal.aborted) {
      return { error: questionExpired(expired) };
    }
    if (ending.stopReason !== "end_turn" || session.completedCalls > completedBefore) return ending;
    const unused = this.#options.given.end(turn.id).filter(isAllowed);
    return unused.length === 0 ? ending : { error: answerLost(unused) };
  }

  async #prompt(
    play: Play,
    session: LiveSession,
    { prompt, continues = false }: { readonly prompt: readonly ContentBlock[]; readonly continues?: boolean },
  ): Promise<Ending> {
    const { agents, links } = this.#options;
    const { turn, limits, schema, signal, table, forceMs } = play;
    if (turn.agent === AUTO) return this.#plan(play, session, prompt);
    const entry = await agents.get(turn.agent);
    await changeAgent(session, entry, { agents, links });
    const link = await links.open(session, entry);
    // The server may have ended it while the agent was starting.
    if (table.find(turn.id) === undefined) return CANCELLED;
    const firstSeq = turn.firstSeq ?? session.row.lastSeq + 1;
    await table.change(turn.id, { state: "in_progress", firstSeq, interactionId: undefined });
    if (signal.aborted) return CANCELLED;
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
      let isTold = false;
      const preamble = async (): Promise<readonly ContentBlock[]> => {
        const text = await links.preamble(session);
        isTold = text !== undefined || session.row.needsHistory === true;
        const history =
          text === undefined ? [] : [{ type: "text", text, _meta: { parley: { history: true } } } as const];
        return schema === undefined ? history : [...history, { type: "text", text: schema.instruction }];
      };
      const { completedCalls } = session;
      const conclude = (ending: TurnEnding): TurnEnding => this.#conclude(play, session, completedCalls, ending);
      const ask = (blocks: readonly ContentBlock[], isFirst: boolean): Promise<TurnResult> =>
        link.prompt(blocks, { limits, conclude, ...(isFirst && { preamble, continues }) });
      const result = await (schema === undefined
        ? ask(prompt, true)
        : this.#askWithSchema(schema, session, prompt, ask));
      if (isTold && result.error === undefined) await links.heard(session);
      await links.follow(session);
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

  async #askWithSchema(
    schema: AnswerSchema,
    session: LiveSession,
    prompt: readonly ContentBlock[],
    ask: (blocks: readonly ContentBlock[], isFirst: boolean) => Promise<TurnResult>,
  ): Promise<TurnResult> {
    const { ending } = await schema.ask(async (retry) => {
      const after = session.row.lastSeq;
      const result = await (retry === undefined ? ask(prompt, true) : ask([{ type: "text", text: retry }], false));
      return { ending: result, said: await this.#saidSince(session, after) };
    });
    return ending;
  }

  async #saidSince(session: LiveSession, after: number): Promise<string> {
    await session.save();
    let text = "";
    for await (const { event } of readAll(this.#options.store, session.id, { after })) {
      if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") continue;
      if (event.update.content.type === "text") text += event.update.content.text;
    }
    return text;
  }

  /** No agent is prompted: what was said is told to the one that answers next. */
  async #plan({ turn, signal, table }: Play, session: LiveSession, prompt: readonly ContentBlock[]): Promise<Ending> {
    const { auto, links } = this.#options;
    const firstSeq = turn.firstSeq ?? session.row.lastSeq + 1;
    await table.change(turn.id, { state: "in_progress", firstSeq, interactionId: undefined });
    const { state, said } = await auto.play(session, prompt, signal);
    if (session.row.agentSessionId !== undefined) await links.leaveWord(session, said);
    return { state, stopReason: state === "cancelled" ? "cancelled" : "end_turn" };
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
      prompt: undefined,
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
