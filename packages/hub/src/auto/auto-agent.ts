// The agent `auto`: each prompt goes to the agent that fits it, `/plan` proposes a plan, and `/plan run` carries it out.
import type { ContentBlock, PlanProposedEvent, SessionEventBody } from "@parley/acp";
import { createId } from "@parley/base";
import type { AgentEntry } from "../api/agents.ts";
import { isAbandoned } from "../log/abandoned.ts";
import { readEvents } from "../log/read-events.ts";
import { toProposedEvent, type HubPlans } from "../plans/create-plans.ts";
import type { Turn } from "../api/turns.ts";
import type { Plan, PlanResult, PlanTaskResult } from "../api/plans.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { HubStore } from "../api/store.ts";
import { PROPOSED_PLAN_EVENTS_MAX } from "../limits.ts";
import type { Routing, RoutingDecision } from "../api/routing.ts";

/** In place of the name of an agent. */
export const AUTO = "auto";

/** For surfaces that list agents. `agents` itself does not list it, because no prompt is routed to it. */
export const AUTO_ENTRY: AgentEntry = {
  name: AUTO,
  kind: "auto",
  title: "Auto",
  description: "Passes each prompt to the agent that fits it best; `/plan` splits a task among several agents.",
  category: "session",
  whenToUse: "When you don't want to choose an agent yourself.",
  toolGroups: [],
  isInternal: false,
  isDeprecated: false,
  isEnabled: true,
  availability: { isAvailable: true },
  extensions: [],
  statistics: { turns: 0 },
};

const KIND = "auto";
const PLAN = /^\s*\/plan(?:\s+(?<rest>[\s\S]*))?$/i;
const RUN = /^(?:run|go|execute)$/i;
const ABOUT = "Type `/plan` followed by a task to get a plan. `/plan run` runs the latest plan.";

/** Set once the hub is assembled, because they need the hub themselves. */
export interface AutoParts {
  readonly routing: Routing;
  readonly plans: HubPlans;
}

export interface PlanTurnResult {
  readonly state: "completed" | "cancelled";
  /** For the agent that answers next. */
  readonly said: string;
  /** Of one of the tasks. */
  readonly hadUnansweredQuestion?: boolean | undefined;
}

export class AutoAgent {
  readonly #store: HubStore;
  parts: AutoParts | undefined;

  constructor(store: HubStore) {
    this.#store = store;
  }

  /** Whether prompts of a session are routed, unless one names an agent. */
  async isAuto(sessionId: string): Promise<boolean> {
    return (await this.#store.getDocument(KIND, sessionId)) === true;
  }

  async setAuto(sessionId: string, isAuto: boolean): Promise<void> {
    if (isAuto) await this.#store.putDocument(KIND, sessionId, sessionId, true);
    else if (await this.isAuto(sessionId)) await this.#store.deleteDocument(KIND, sessionId);
  }

  /** The agent that answers: `auto` itself for a plan. */
  async choose(session: LiveSession, prompt: readonly ContentBlock[]): Promise<string> {
    const text = textOf(prompt);
    if (PLAN.test(text)) return AUTO;
    const decision = await this.#hub().routing.route(text);
    session.record(toRoutedEvent(decision));
    return decision.agent;
  }

  /** Whether the plan that a session carries out has nothing left to do in this process. */
  isWaiting(sessionId: string, isAwaiting: (turnId: string) => boolean): boolean {
    return this.parts?.plans.isWaiting(sessionId, isAwaiting) === true;
  }

  /** Runs a turn of its own, which proposes a plan or carries one out, and records it in the log. */
  async run(
    session: LiveSession,
    prompt: readonly ContentBlock[],
    signal: AbortSignal,
    { actor, approve }: Pick<Turn, "actor" | "approve">,
  ): Promise<PlanTurnResult> {
    session.record({ type: "prompt", prompt, ...(actor !== undefined && { actor }) });
    const rest = (PLAN.exec(textOf(prompt))?.groups?.["rest"] ?? "").trim();
    const answer = RUN.test(rest)
      ? await this.#run(session, signal, approve)
      : { text: await this.#answer(session, rest), tasks: [] };
    say(session, answer.text);
    session.record({ type: "stop", stopReason: signal.aborted ? "cancelled" : "end_turn" });
    const hadUnansweredQuestion = answer.tasks.some((task) => task.hadUnansweredQuestion === true) || undefined;
    return { state: signal.aborted ? "cancelled" : "completed", said: answer.text, hadUnansweredQuestion };
  }

  async #answer(session: LiveSession, rest: string): Promise<string> {
    if (rest === "") return ABOUT;
    const plan = await this.#hub().plans.propose(rest);
    session.record(toProposedEvent(plan));
    return describe(plan);
  }

  async #run(session: LiveSession, signal: AbortSignal, approve: Turn["approve"]): Promise<PlanResult> {
    const proposed = await this.#findPlan(session);
    if (proposed === undefined) return { text: `No plan was proposed in this session yet. ${ABOUT}`, tasks: [] };
    const plan = await this.#hub().plans.parse({ tasks: proposed.tasks });
    const onTask = ({ id, state }: PlanTaskResult): void => say(session, `Task ${id}: ${state}.\n`);
    const run = await this.#hub().plans.execute(session.id, plan, onTask, { isRecordedByCaller: true, approve });
    if (signal.aborted) run.cancel();
    else signal.addEventListener("abort", () => run.cancel(), { once: true });
    return await run.ended;
  }

  async #findPlan(session: LiveSession): Promise<PlanProposedEvent | undefined> {
    await session.save();
    const { id, row } = session;
    const before = row.lastSeq + 1;
    const events = await readEvents(this.#store, id, { before, limit: PROPOSED_PLAN_EVENTS_MAX });
    return events
      .filter(({ event }) => event.seq > row.clearedSeq && !isAbandoned(row, event.seq))
      .flatMap(({ event }) => (event.type === "plan_proposed" ? [event] : []))
      .at(-1);
  }

  #hub(): AutoParts {
    if (this.parts === undefined) throw new Error("The hub is not open yet");
    return this.parts;
  }
}

function toRoutedEvent({ agent, modeId, confidence, reasoning }: RoutingDecision): SessionEventBody {
  return { type: "routed", agent, ...(modeId !== undefined && { modeId }), confidence, reasoning };
}

/** Whether a prompt starts with `/plan`, and so is planned instead of routed. */
export function isPlanPrompt(prompt: readonly ContentBlock[]): boolean {
  return PLAN.test(textOf(prompt));
}

function describe({ tasks, clarifyingQuestions = [] }: Plan): string {
  const lines = tasks.map(({ id, agent, description, dependsOn }) => {
    const after = dependsOn.length === 0 ? "" : `, after ${dependsOn.join(" and ")}`;
    return `${id}. ${description} (${agent}${after})`;
  });
  const questions = clarifyingQuestions.map((question) => `- ${question}`);
  return [
    lines.join("\n"),
    ...(questions.length === 0 ? [] : [`Answer these first:\n${questions.join("\n")}`]),
    "Nothing has been done yet. To run the plan, type `/plan run`.",
  ].join("\n\n");
}

function say(session: LiveSession, text: string): void {
  const content = { type: "text", text } as const;
  session.record({ type: "update", update: { sessionUpdate: "agent_message_chunk", messageId: createId(), content } });
}

function textOf(prompt: readonly ContentBlock[]): string {
  return prompt.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}
