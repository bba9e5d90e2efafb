// Plans of the hub as plans of the native API, and plans that a client sends.
import type { PlanProposedEvent } from "@parley/acp";
import type { GivenPlan } from "@parley/contract";
import type { FrameOf } from "./native-message.ts";

type ProposedPlan = Pick<PlanProposedEvent, "tasks" | "clarifyingQuestions">;

/** For a new plan, or one from the log; an old one has less data. */
export function toPlanFrame({ tasks, clarifyingQuestions }: ProposedPlan): FrameOf<"PlanProposal"> {
  return {
    type: "PlanProposal",
    is_compound: tasks.length > 1,
    tasks: tasks.map((task) => ({
      task_id: task.id,
      depends_on: task.dependsOn,
      agent_name: task.agent,
      description: task.description,
      ...(task.modeName !== undefined && { mode_slug: task.modeId ?? "", mode_name: task.modeName }),
      ...(task.confidence !== undefined && { confidence: task.confidence }),
      ...(task.reasoning !== undefined && { reasoning: task.reasoning }),
      ...(task.toolGroups !== undefined && { tool_groups: task.toolGroups }),
    })),
    ...(clarifyingQuestions === undefined ? {} : { clarifying_questions: clarifyingQuestions }),
  };
}

/**
 * The hub accepts the wire format, and checks agents and dependencies itself. An agent without modes has an empty one.
 */
export function fromGivenPlan(plan: GivenPlan): unknown {
  return {
    ...plan,
    tasks: plan.tasks.map(({ mode_slug: slug, ...task }) => (slug === "" ? task : { ...task, mode_slug: slug })),
  };
}
