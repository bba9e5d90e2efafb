// Runs one turn from the queue to its end: prompts the agent, stores the outcome and indexes the text.
import type { EventError } from "@parley/acp";
import { AUTO } from "../auto/auto-agent.ts";
import { indexTurn } from "../search/index-turn.ts";
import type { LiveSession } from "../live/live-session.ts";
import { continueTurn } from "./continue-turn.ts";
import type { OpenQuestions } from "./open-questions.ts";
import type { TurnRun, TurnRunnerOptions } from "./turn-run.ts";
import { promptAgent } from "./prompt-agent.ts";
import { CANCELLED, INTERRUPTED, toEventError, UNTIL_OVER, type Ending } from "./turn-endings.ts";
import type { TurnTable } from "./turn-table.ts";
import type { Turn } from "../api/turns.ts";

export class TurnRunner {
  readonly #options: TurnRunnerOptions;

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
  }

  async run(run: TurnRun): Promise<void> {
    const { clock } = this.#options;
    const startedMs = clock.now();
    const { ending: ran, session } = await this.#attempt(run);
    // The next process continues it.
    if (session?.isFrozen === true) return;
    const ending = await this.#save(session, this.#withEvents(run, session, ran));
    await this.#finish(run, session, this.#isCancelling(run) ? toCancelled(ending) : ending);
    if (ending.state === "cancelled" || run.turn.agent === AUTO) return;
    // Statistics are of the agents that are listed.
    if (session !== undefined && this.#options.agents.isProgram(session, run.turn.agent)) return;
    this.#options.noteOutcome({
      agent: run.turn.agent,
      isSuccess: ending.state === "completed",
      ms: clock.now() - startedMs,
      tokens: ending.usage?.totalTokens ?? 0,
    });
  }

  #isCancelling({ turn, table }: TurnRun): boolean {
    return table.find(turn.id)?.state === "cancelling";
  }

  /** Not even the prompt is in the log: the agent wrote to a session that this server had lost and has claimed again. */
  #withEvents({ turn, table }: TurnRun, session: LiveSession | undefined, ending: Ending): Ending {
    const firstSeq = table.find(turn.id)?.firstSeq;
    if (ending.state !== "completed" || firstSeq === undefined || session === undefined) return ending;
    if (session.row.lastSeq >= firstSeq) return ending;
    const message = "The events of this turn were lost when the session changed servers";
    return { state: "failed", error: { code: "session_lost", message }, usage: ending.usage };
  }

  /** A turn whose events could not be stored has failed, however it ended. */
  async #save(session: LiveSession | undefined, ending: Ending): Promise<Ending> {
    try {
      await session?.save();
    } catch (cause) {
      this.#options.log.write("error", "Could not store a session", { sessionId: session?.id, cause });
    }
    if (session?.lost === undefined) return ending;
    const { usage, firstSeq } = ending;
    return { state: "failed", error: toEventError(session.lost), usage, firstSeq };
  }

  /** The process is stopping: the turn has failed, so that no client waits for it. */
  async interrupt(turn: Turn, table: TurnTable): Promise<void> {
    const { sessions, links, clock } = this.#options;
    const session = sessions.find(turn.sessionId);
    session?.record({ type: "note", level: "warning", text: INTERRUPTED.message });
    const isCancelled = table.find(turn.id)?.state === "cancelling";
    await table.change(turn.id, {
      ...(isCancelled ? CANCELLED : { state: "failed", error: INTERRUPTED }),
      finishedAtMs: clock.now(),
      ...UNTIL_OVER,
      ...(session === undefined ? {} : { lastSeq: session.row.lastSeq, cost: session.costs.take() }),
    });
    // Closing the agent's session records the stop.
    if (session !== undefined) await links.close(session);
  }

  async #attempt(run: TurnRun): Promise<{ readonly ending: Ending; readonly session?: LiveSession }> {
    const { turn, signal } = run;
    let session: LiveSession | undefined;
    try {
      session = await this.#options.sessions.get(turn.sessionId);
      session.usedAtMs = this.#options.clock.now();
      const { prompt, questions } = run.start;
      if (questions !== undefined) return { session, ending: await this.#continue(run, session, questions) };
      if (signal.aborted) return { session, ending: CANCELLED };
      return { session, ending: await promptAgent(this.#options, run, session, { prompt }) };
    } catch (error) {
      const failure = toEventError(error);
      if (session === undefined || session.isDeleted) return { ending: { state: "failed", error: failure } };
      const firstSeq = this.#recordFailure(run, session, failure);
      return { session, ending: { state: "failed", error: failure, firstSeq } };
    }
  }

  #continue(run: TurnRun, session: LiveSession, questions: OpenQuestions): Promise<Ending> {
    return continueTurn(this.#options, run, session, questions, (prompt) =>
      promptAgent(this.#options, run, session, { prompt, continues: true }),
    );
  }

  /** The prompt never reached the agent, so its start and end are recorded here. */
  #recordFailure({ turn, start, table }: TurnRun, session: LiveSession, error: EventError): number {
    const firstSeq = table.find(turn.id)?.firstSeq;
    const nextSeq = session.row.lastSeq + 1;
    // The log may have something else since, for example that the agent crashed.
    if (start.prompt !== undefined && session.promptSeq < (firstSeq ?? nextSeq))
      session.record({ type: "prompt", prompt: start.prompt, ...(turn.actor && { actor: turn.actor }) });
    session.record({ type: "stop", error });
    return firstSeq ?? nextSeq;
  }

  async #finish({ turn, table, onOver }: TurnRun, session: LiveSession | undefined, ending: Ending): Promise<void> {
    const { store, clock, log } = this.#options;
    const lastSeq = session?.lost === undefined ? session?.row.lastSeq : undefined;
    const firstSeq = ending.firstSeq ?? table.find(turn.id)?.firstSeq;
    onOver();
    await table.change(turn.id, {
      ...ending,
      cost: session?.costs.take(),
      finishedAtMs: clock.now(),
      ...UNTIL_OVER,
      ...(lastSeq === undefined ? {} : { lastSeq }),
    });
    if (session === undefined || session.isDeleted || firstSeq === undefined || lastSeq === undefined) return;
    try {
      const transcript = session.link?.link.transcript;
      await indexTurn(store, session.id, { firstSeq, lastSeq }, transcript);
      // It is in the log, so a long session does not grow in memory.
      transcript?.trim(lastSeq);
    } catch (cause) {
      log.write("warn", "Could not index a turn for search", { turnId: turn.id, cause });
    }
  }
}

/** After an accepted cancel no caller sees the turn completed, even if its agent ended it in that moment. */
function toCancelled(ending: Ending): Ending {
  return ending.state === "completed" ? { ...ending, ...CANCELLED } : ending;
}
