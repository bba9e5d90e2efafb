// Turns the reports of the hub's parts into changes for all readers. Keeps no state beyond this turn of the event loop.
import { toOneLine, truncate } from "@parley/base";
import type { AgentEntry } from "../api/agents.ts";
import type { AgentJob } from "../api/agent-jobs.ts";
import type { ChangedQuestion, ChangedTurn, HubChange } from "../api/changes.ts";
import type { Interaction } from "../api/interactions.ts";
import type { HubSession } from "../api/sessions.ts";
import type { Turn, TurnState } from "../api/turns.ts";
import { CHANGE_ERROR_CHARS_MAX, CHANGE_TITLE_CHARS_MAX } from "../limits.ts";
import type { LiveSession } from "../live/live-session.ts";
import { describeQuestion } from "../turns/open-questions.ts";
import type { ChangeLog } from "./change-log.ts";

const TURN_CHANGES = {
  created: "queued",
  in_progress: "running",
  awaiting: "waiting",
  cancelling: "cancelling",
  completed: "ended",
  failed: "ended",
  cancelled: "ended",
} as const satisfies Readonly<Record<TurnState, string>>;

const QUESTION_CHANGES = {
  pending: "opened",
  answered: "answered",
  expired: "expired",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<Interaction["state"], string>>;

export class ChangeNotes {
  readonly #log: ChangeLog;
  readonly #show: (session: LiveSession) => HubSession;
  /** Sessions with a change that is not put together yet, and the agent that they had before. */
  readonly #changed = new Map<LiveSession, string | undefined>();

  constructor(log: ChangeLog, show: (session: LiveSession) => HubSession) {
    this.#log = log;
    this.#show = show;
  }

  sessionCreated(session: HubSession): void {
    this.#log.note(() => ({ what: "session", change: "created", session }));
  }

  /** Of another server. */
  sessionHeard(session: HubSession): void {
    this.#log.note(() => ({ what: "session", change: "changed", session }));
  }

  /** `from`: the agent before, if it has another one now. */
  sessionChanged(session: LiveSession, from?: string): void {
    const isNoted = this.#changed.has(session);
    this.#changed.set(session, this.#changed.get(session) ?? from);
    if (!isNoted) this.#log.note(() => this.#toSessionChange(session));
  }

  sessionDeleted(sessionId: string): void {
    this.#log.note(() => ({ what: "session", change: "deleted", sessionId }));
  }

  turn(turn: Turn): void {
    const changed = toChangedTurn(turn);
    this.#log.note(() => ({ what: "turn", change: TURN_CHANGES[turn.state], turn: changed }));
  }

  question(interaction: Interaction): void {
    const question = toChangedQuestion(interaction);
    this.#log.note(() => ({ what: "question", change: QUESTION_CHANGES[interaction.state], question }));
  }

  agents(before: ReadonlyMap<string, AgentEntry>, after: ReadonlyMap<string, AgentEntry>): void {
    for (const [name, agent] of after) {
      const known = before.get(name);
      if (known !== undefined && isSame(known, agent)) continue;
      this.#log.note(() => ({ what: "agent", change: known === undefined ? "added" : "changed", agent }));
    }
    for (const name of before.keys()) {
      if (!after.has(name)) this.#log.note(() => ({ what: "agent", change: "removed", name }));
    }
  }

  job(job: AgentJob): void {
    const running = job.steps.length === 0 ? "started" : "progress";
    this.#log.note(() => ({ what: "job", change: job.state === "running" ? running : "ended", job }));
  }

  #toSessionChange(session: LiveSession): HubChange | undefined {
    const from = this.#changed.get(session);
    this.#changed.delete(session);
    if (session.isDeleted || session.lost !== undefined) return undefined;
    const shown = this.#show(session);
    if (from === undefined || from === shown.agent) return { what: "session", change: "changed", session: shown };
    return { what: "session", change: "handed_over", session: shown, from };
  }
}

function toChangedTurn({ prompt: _prompt, limits: _limits, jsonSchema: _schema, ...turn }: Turn): ChangedTurn {
  if (turn.error === undefined) return turn;
  return { ...turn, error: { ...turn.error, message: truncate(turn.error.message, CHANGE_ERROR_CHARS_MAX) } };
}

function toChangedQuestion(interaction: Interaction): ChangedQuestion {
  const { id, kind, sessionId, turnId, agent, createdAtMs, expiresAtMs, state, answeredBy, actor } = interaction;
  const title = toOneLine(describeQuestion(interaction), CHANGE_TITLE_CHARS_MAX);
  return { id, kind, sessionId, turnId, agent, createdAtMs, expiresAtMs, state, answeredBy, actor, title };
}

/** Statistics change with every turn, and are not a reason to report an agent. */
function isSame(one: AgentEntry, other: AgentEntry): boolean {
  return one === other || formatAgent(one) === formatAgent(other);
}

function formatAgent({ statistics: _statistics, ...agent }: AgentEntry): string {
  return JSON.stringify(agent);
}
