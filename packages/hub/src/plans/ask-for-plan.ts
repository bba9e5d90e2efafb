// Has a model split a prompt into tasks, and finds the agent of each. Tasks that cannot be used are omitted.
import { PLANNER_INSTRUCTIONS, readProposedPlan, renderPlanPrompt, type ProposedTask } from "@parley/planning";
import type { AgentEntry, Agents } from "../api/agents.ts";
import type { Complete } from "../api/sources.ts";
import { askModel } from "../text/ask-model.ts";
import type { Plan, PlanTask } from "../api/plans.ts";
import { findTaskAgent } from "./task-agent.ts";
import { sortTasks } from "./task-order.ts";

/** Undefined if nothing in the answer can be used. Rejects if the model does not answer. */
export async function askForPlan(
  complete: Complete,
  agents: Pick<Agents, "list" | "find" | "slots">,
  prompt: string,
): Promise<Plan | undefined> {
  const entries = (await agents.list()).filter(isOffered);
  const candidates = entries.map(({ name, modeId, description, whenToUse }) => ({
    name,
    modeId,
    whenToUse: whenToUse ?? description,
  }));
  const question = `${PLANNER_INSTRUCTIONS}\n\n${renderPlanPrompt({ request: prompt, candidates })}`;
  const proposed = readProposedPlan(await askModel(complete, question));
  if (proposed === undefined) return undefined;
  const tasks = await findAgents(agents, entries, proposed.tasks);
  const [only] = tasks;
  if (only === undefined) return undefined;
  return {
    isCompound: tasks.length > 1,
    // A single task keeps the user's own words.
    tasks: proposed.isSingle ? [{ ...only, description: prompt }] : tasks,
    ...(proposed.questions.length === 0 ? {} : { clarifyingQuestions: proposed.questions }),
  };
}

function isOffered({ category, isInternal, isEnabled, availability }: AgentEntry): boolean {
  return category === "session" && !isInternal && isEnabled && availability.isAvailable;
}

async function findAgents(
  agents: Pick<Agents, "find" | "slots">,
  entries: readonly AgentEntry[],
  proposed: readonly ProposedTask[],
): Promise<readonly PlanTask[]> {
  const tasks: PlanTask[] = [];
  for (const { agent, modeId, ...task } of proposed) {
    const found = await findTaskAgent(agents, agent, modeId);
    const entry = entries.find((one) => one.name === found?.entry.name);
    if (entry === undefined) continue;
    tasks.push({
      ...task,
      agent: entry.name,
      ...(entry.modeId !== undefined && { modeId: entry.modeId }),
      modeName: entry.title,
      toolGroups: entry.toolGroups,
    });
  }
  const ids = new Set(tasks.map(({ id }) => id));
  return renumber(
    sortTasks(
      tasks.map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => id !== task.id && ids.has(id)) })),
    ),
  );
}

/** `1`, `2`, … in their order. */
function renumber(tasks: readonly PlanTask[]): readonly PlanTask[] {
  const numbers = new Map(tasks.map(({ id }, index) => [id, String(index + 1)]));
  return tasks.map((task) => ({
    ...task,
    id: numbers.get(task.id) ?? task.id,
    dependsOn: [...new Set(task.dependsOn)].flatMap((id) => numbers.get(id) ?? []),
  }));
}
