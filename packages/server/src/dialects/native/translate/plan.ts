// Plans of the hub and plans of the native API, both ways.
import type { Plan } from "@parley/hub";
import type { GivenPlan } from "../schemas/reply.ts";
import type { FrameOf } from "./native-message.ts";

/** `modeSlugs`: of each agent that is a mode, its id. */
export function toPlanFrame(plan: Plan, modeSlugs: ReadonlyMap<string, string>): FrameOf<"PlanProposal"> {
  const { isCompound, tasks, clarifyingQuestions } = plan;
  return {
    type: "PlanProposal",
    is_compound: isCompound,
    tasks: tasks.map((task) => ({
      task_id: task.id,
      depends_on: task.dependsOn,
      agent_name: task.agent,
      mode_slug: modeSlugs.get(task.agent) ?? "",
      mode_name: task.modeName,
      confidence: task.confidence,
      reasoning: task.reasoning,
      description: task.description,
      tool_groups: task.toolGroups,
    })),
    ...(clarifyingQuestions === undefined ? {} : { clarifying_questions: clarifyingQuestions }),
  };
}

/** The hub reads the words of the wire, and checks agents and dependencies itself. An agent that has no modes is said with an empty one. */
export function fromGivenPlan(plan: GivenPlan): unknown {
  return {
    ...plan,
    tasks: plan.tasks.map(({ mode_slug: slug, ...task }) => (slug === "" ? task : { ...task, mode_slug: slug })),
  };
}
