// Reads a plan that a client sent, in our own spelling or the wire's.
import type { AgentEntry, Agents } from "../api/agents.ts";
import { badField, fieldOf, readList, readOptionalText, readText, type Field } from "@parley/planning";
import {
  TASK_DESCRIPTION_CHARS_MAX,
  PLAN_TASKS_MAX,
  QUESTION_CHARS_MAX,
  QUESTIONS_MAX,
  TASK_REASONING_CHARS_MAX,
  TASK_ID_CHARS_MAX,
} from "../limits.ts";
import type { Plan, PlanTask } from "../api/plans.ts";
import { findTaskAgent } from "./task-agent.ts";
import { describeCircle, findCircle } from "./task-order.ts";

/** Rejects with `bad_input`, naming the field. */
export async function parsePlan(agents: Pick<Agents, "find" | "slots">, value: unknown): Promise<Plan> {
  const plan: Field = { value, path: "" };
  const fields = readList(fieldOf(plan, "tasks"), PLAN_TASKS_MAX);
  if (fields.length === 0) throw badField({ path: "/tasks" }, "expected at least one task");
  const ids = fields.map(readId);
  const tasks: PlanTask[] = [];
  for (const [index, field] of fields.entries()) tasks.push(await readTask(agents, field, ids, index));
  checkCircles(tasks);
  const questions = fieldOf(plan, "clarifying_questions", "clarifyingQuestions");
  const clarifyingQuestions = readList(questions, QUESTIONS_MAX).map((field) => readText(field, QUESTION_CHARS_MAX));
  return {
    isCompound: tasks.length > 1,
    tasks,
    ...(clarifyingQuestions.length === 0 ? {} : { clarifyingQuestions }),
  };
}

/** Throws `bad_input` if a plan cannot be carried out. */
export function checkPlan({ tasks }: Plan): void {
  if (tasks.length === 0) throw badField({ path: "/tasks" }, "expected at least one task");
  if (tasks.length > PLAN_TASKS_MAX) throw badField({ path: "/tasks" }, `has more than ${PLAN_TASKS_MAX} items`);
  const ids = tasks.map(({ id }) => id);
  for (const [index, { id, dependsOn }] of tasks.entries()) {
    checkId(ids, index, { value: id, path: `/tasks/${index}/id` });
    for (const [place, on] of dependsOn.entries()) {
      checkDependency(ids, id, on, { path: `/tasks/${index}/dependsOn/${place}` });
    }
  }
  checkCircles(tasks);
}

async function readTask(
  agents: Pick<Agents, "find" | "slots">,
  field: Field,
  ids: readonly string[],
  index: number,
): Promise<PlanTask> {
  const id = ids[index] ?? "";
  checkId(ids, index, fieldOf(field, "task_id", "taskId", "id"));
  const entry = await readAgent(agents, field);
  return {
    id,
    dependsOn: readDependencies(fieldOf(field, "depends_on", "dependsOn"), id, ids),
    agent: entry.name,
    ...(entry.modeId !== undefined && { modeId: entry.modeId }),
    modeName: entry.title,
    description: readText(fieldOf(field, "description", "sub_task", "subTask"), TASK_DESCRIPTION_CHARS_MAX),
    confidence: readConfidence(fieldOf(field, "confidence")),
    reasoning: readOptionalText(fieldOf(field, "reasoning"), TASK_REASONING_CHARS_MAX) ?? "",
    toolGroups: entry.toolGroups,
  };
}

/** A task without an id gets its number. */
function readId(field: Field, index: number): string {
  const id = fieldOf(field, "task_id", "taskId", "id");
  if (typeof id.value === "number") return String(id.value);
  return readOptionalText(id, TASK_ID_CHARS_MAX) ?? String(index + 1);
}

async function readAgent(
  agents: Pick<Agents, "find" | "slots">,
  field: Field,
): Promise<Pick<AgentEntry, "name" | "modeId" | "title" | "toolGroups">> {
  const nameField = fieldOf(field, "agent_name", "agentName", "agent");
  const modeField = fieldOf(field, "mode_slug", "modeSlug", "modeId");
  const name = readText(nameField, TASK_ID_CHARS_MAX);
  const mode = readOptionalText(modeField, TASK_ID_CHARS_MAX);
  const found = await findTaskAgent(agents, name, mode);
  if (found === undefined) throw badField(nameField, `no agent "${name}"`);
  if (found.isModeUnknown) throw badField(modeField, `no mode "${mode ?? ""}"`);
  if (!found.entry.isEnabled) throw badField(nameField, `agent "${found.entry.name}" is disabled`);
  return found.entry;
}

function readDependencies(field: Field, id: string, ids: readonly string[]): readonly string[] {
  const list = readList(field, PLAN_TASKS_MAX).map((item) => {
    const on = typeof item.value === "number" ? String(item.value) : readText(item, TASK_ID_CHARS_MAX);
    checkDependency(ids, id, on, item);
    return on;
  });
  return [...new Set(list)];
}

function readConfidence(field: Field): number {
  const { value = 1 } = field;
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) throw badField(field, "expected a number from 0 to 1");
  return value;
}

function checkId(ids: readonly string[], index: number, field: Field): void {
  const id = ids[index] ?? "";
  if (ids.indexOf(id) !== index) throw badField(field, `duplicate task "${id}"`);
}

function checkDependency(ids: readonly string[], id: string, on: string, field: Pick<Field, "path">): void {
  if (on === id) throw badField(field, `task "${id}" depends on itself`);
  if (!ids.includes(on)) throw badField(field, `no task "${on}"`);
}

function checkCircles(tasks: readonly PlanTask[]): void {
  const circle = findCircle(tasks);
  if (circle !== undefined) throw badField({ path: "/tasks" }, `has a dependency cycle: ${describeCircle(circle)}`);
}
