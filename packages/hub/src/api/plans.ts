// Compound prompts as plans: tasks that depend on each other, proposed and then carried out.
import type { TurnApproval } from "./turns.ts";

export interface PlanTask {
  /** Within its plan. */
  readonly id: string;
  readonly dependsOn: readonly string[];
  /** Name of an entry of `agents`. */
  readonly agent: string;
  /** Of an agent that is a mode. */
  readonly modeId?: string | undefined;
  readonly modeName: string;
  /** The prompt for the agent. */
  readonly description: string;
  readonly confidence: number;
  readonly reasoning: string;
  readonly toolGroups: readonly string[];
}

export interface Plan {
  readonly isCompound: boolean;
  readonly tasks: readonly PlanTask[];
  readonly clarifyingQuestions?: readonly string[] | undefined;
}

interface PlanOptions {
  /** The caller is a turn of the session and puts the results there itself. */
  readonly isRecordedByCaller?: boolean | undefined;
  /** Who answers the questions of its tasks (default: `ask`). */
  readonly approve?: TurnApproval | undefined;
}

export interface PlanTaskResult {
  readonly id: string;
  readonly state: "completed" | "failed" | "skipped" | "cancelled";
  /** The agent's answer, or why the task failed or was skipped. */
  readonly text: string;
  /** The session it ran in. */
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly hadUnansweredQuestion?: boolean | undefined;
}

export interface PlanResult {
  readonly tasks: readonly PlanTaskResult[];
  /** All answers, each under a heading. */
  readonly text: string;
}

export interface PlanRun {
  readonly ended: Promise<PlanResult>;
  cancel(): void;
}

export interface Plans {
  propose(prompt: string): Promise<Plan>;
  /** Reads a plan that a client sent. Rejects with `bad_input` if it names unknown agents or tasks, or if tasks depend on each other. */
  parse(plan: unknown): Promise<Plan>;
  /** Each task gets a session of its own; the given session gets the results in its log. */
  execute(
    sessionId: string,
    plan: Plan,
    onTask?: (result: PlanTaskResult) => void,
    options?: PlanOptions,
  ): Promise<PlanRun>;
}
