// Prints the running turn of a session until it is over, or its last one. Disconnecting does not cancel the turn.
import type { ChangesEvent, SessionEvent } from "@parley/acp";
import { asInvoked, monotonicMs, ParleyError } from "@parley/base";
import type { NativeTurn } from "@parley/contract";
import type { SessionInfo } from "@parley/home/session-log";
import type { EndedTurn, Remote } from "@parley/remote";
import { toTurnError } from "../conversation/turn-error.ts";
import { TURNS_SEARCHED_MAX } from "../limits.ts";
import { toFailure, toResult, type RunResult } from "./result.ts";
import type { RunOutput } from "./run-output.ts";
import { untilGone } from "./until-gone.ts";
import { untilStopped } from "./until-stopped.ts";

const OVER: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

export async function followTurn(
  remote: Remote,
  { id, agent, cwd }: SessionInfo,
  output: RunOutput,
  asked: AbortSignal,
): Promise<RunResult> {
  const startedAt = monotonicMs();
  const found = await findTurn(remote, id);
  const events = new TurnEvents(remote, found, output);
  const stopped = AbortSignal.any([asked, output.gone]);
  const facts = (hadUnansweredQuestion = false) => ({
    agent: agent.name,
    cwd,
    sessionId: id,
    // The turn began before it was followed, and may be over already.
    durationMs: events.durationMs ?? Math.round(monotonicMs() - startedAt),
    hadUnansweredQuestion,
  });
  try {
    const turn = await untilStopped(Promise.race([remote.turnEnded(found.id), untilGone(remote, output)]), stopped);
    await untilStopped(events.reached(turn.lastSeq ?? 0), stopped);
    return toResult({ ...toOutcome(turn), changes: events.changes }, facts(turn.hadUnansweredQuestion));
  } catch (error) {
    return stopped.aborted ? toResult(undefined, facts()) : toFailure(error, facts());
  } finally {
    events.close();
  }
}

/** The running turn, the next queued one, or the latest. */
async function findTurn(remote: Remote, sessionId: string): Promise<NativeTurn> {
  const { turns } = await remote.request("turns/list", { session_id: sessionId, limit: TURNS_SEARCHED_MAX });
  const open = turns.filter(({ state }) => !OVER.has(state));
  const turn = open.find(({ state }) => state !== "created") ?? open.at(-1) ?? turns[0];
  if (turn !== undefined) return turn;
  throw new ParleyError({ code: "turn_not_found", message: `Session ${sessionId} has no turn yet` });
}

/** The events of one turn, shown as they come. */
class TurnEvents {
  readonly #output: RunOutput;
  readonly #following: { close(): void };
  #lastSeq = 0;
  #isOver = false;
  readonly #waiting = new Set<() => void>();
  #startedAt: number | undefined;
  /** From the prompt to the stop, by the clock of the log; undefined until the turn has ended. */
  durationMs: number | undefined;
  changes: ChangesEvent | undefined;

  constructor(
    remote: Remote,
    { session_id: sessionId, first_seq: firstSeq, last_seq: lastSeq }: NativeTurn,
    output: RunOutput,
  ) {
    this.#output = output;
    // A queued turn has no first event yet; it begins with the next event.
    const after = firstSeq === undefined ? undefined : firstSeq - 1;
    this.#following = remote.follow(
      sessionId,
      { after },
      {
        events: (batch) => this.#show(lastSeq === undefined ? batch : batch.filter(({ seq }) => seq <= lastSeq)),
        ended: () => this.#end(),
      },
    );
  }

  /** Resolves when the events up to this one were shown, or when no more will come. */
  reached(seq: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.#isOver && this.#lastSeq < seq) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  close(): void {
    this.#following.close();
  }

  #end(): void {
    this.#isOver = true;
    this.#look();
  }

  #show(batch: readonly SessionEvent[]): void {
    this.#output.show(batch.map((event) => ({ event })));
    for (const event of batch) {
      this.#lastSeq = event.seq;
      this.#startedAt ??= event.at;
      if (event.type === "stop") this.durationMs ??= event.at - this.#startedAt;
      if (event.type === "changes") this.changes = event;
      else if (event.type === "permission_asked" || event.type === "elicitation_asked") this.#noteQuestion();
    }
    this.#look();
  }

  #noteQuestion(): void {
    this.#output.note(asInvoked("The agent has a question. To see and answer it: parley questions list"));
  }

  #look(): void {
    for (const look of this.#waiting) look();
  }
}

function toOutcome({ state, stopReason, error, usage }: EndedTurn): Parameters<typeof toResult>[0] {
  if (state === "failed") return { error: toTurnError(error), usage };
  return { stopReason: stopReason ?? (state === "cancelled" ? "cancelled" : "end_turn"), usage };
}
