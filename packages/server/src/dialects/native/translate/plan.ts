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

/** As the hub reads plans from outside: it checks agents and dependencies itself. */
export function fromGivenPlan({ is_compound, tasks, clarifying_questions: questions }: GivenPlan): unknown {
  return {
    isCompound: is_compound ?? tasks.length > 1,
    tasks: tasks.map((task) => ({
      id: task.task_id,
      dependsOn: task.depends_on,
      agent: task.agent_name,
      modeName: typeof task.mode_name === "string" ? task.mode_name : "",
      description: task.description,
      confidence: typeof task.confidence === "number" ? task.confidence : 1,
      reasoning: typeof task.reasoning === "string" ? task.reasoning : "",
      toolGroups: Array.isArray(task.tool_groups) ? task.tool_groups : [],
    })),
    ...(questions ? { clarifyingQuestions: questions } : {}),
  };
}
