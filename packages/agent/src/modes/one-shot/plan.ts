// The planner's prompt, and the plan that came of it: tasks in an order in which they can be done.
import type { PlanEntry } from "@parley/acp";
import { isObject, type JsonObject } from "@parley/home";
import { cut } from "../../text/cut.ts";
import { quoteMaterial } from "../../text/quote-material.ts";
import { planner } from "../assistant/planner.ts";
import { PLAN_TASKS_MAX, PLAN_TEXT_CHARS_MAX, PLAN_TITLE_CHARS_MAX, PROMPT_CHARS_MAX } from "../limits.ts";
import type { AgentMode } from "../mode.ts";
import { findJson } from "./json-in-text.ts";
import { textOf, type RenderedPrompt, type Unusable } from "./rendered-prompt.ts";

export interface PlanTask {
  /** `1`, `2`, …, in the order of the plan. */
  readonly id: string;
  readonly title: string;
  /** All that whoever does it has to know. */
  readonly description: string;
  /** Undefined: whichever mode the session is in. */
  readonly modeId: string | undefined;
  /** Ids of earlier tasks. */
  readonly dependsOn: readonly string[];
}

export interface Plan {
  readonly tasks: readonly PlanTask[];
}

export interface PlannerContext {
  /** Those that tasks may be given to. */
  readonly modes: readonly AgentMode[];
  /** What should be known besides: the project, what was said before. */
  readonly background?: string | undefined;
}

export function renderPlannerPrompt(request: string, { modes, background = "" }: PlannerContext): RenderedPrompt {
  const catalogue = modes
    .filter(({ category, isInternal }) => category === "session" && isInternal !== true)
    .map(({ id, whenToUse }) => `- ${id}: ${whenToUse}`);
  const shape = { tasks: [{ id: "1", title: "…", description: "…", mode: "…", depends_on: [] }] };
  const parts = [
    `Modes:\n${catalogue.join("\n")}`,
    ...(background.trim() === "" ? [] : [quoteMaterial("background", cut(background.trim(), PROMPT_CHARS_MAX))]),
    quoteMaterial("request", cut(request.trim(), PROMPT_CHARS_MAX)),
    `Plan the request in at most ${PLAN_TASKS_MAX} tasks. The title is at most eight words, in the imperative. Answer with JSON alone, in this shape:\n${JSON.stringify(shape)}`,
  ];
  return { system: planner.instructions, prompt: parts.join("\n\n") };
}

/** Tolerant of how it is spelt. Tasks too many, modes and dependencies that are not there, and circles are dropped. */
export function parsePlan(text: string, modes: readonly AgentMode[]): Plan | Unusable {
  const lists = findJson(text).map(findTasks);
  const list = lists.find((tasks) => tasks !== undefined && tasks.length > 0);
  if (list === undefined) return { failed: "The answer has no plan in it" };
  const drafts = list.slice(0, PLAN_TASKS_MAX).flatMap((value, index) => toDraft(value, index, modes));
  if (drafts.length === 0) return { failed: "No task of the plan says what is to be done" };
  return { tasks: renumber(sort(drafts)) };
}

/** The plan as a client shows it. */
export function toPlanEntries({ tasks }: Plan, isDone: (task: PlanTask) => boolean = () => false): PlanEntry[] {
  return tasks.map((task) => ({
    content: task.title,
    priority: "medium",
    status: isDone(task) ? "completed" : "pending",
  }));
}

interface Draft {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly modeId: string | undefined;
  readonly after: readonly string[];
}

function findTasks(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const list = isObject(value) ? (value["tasks"] ?? value["plan"] ?? value["steps"]) : undefined;
  return Array.isArray(list) ? list : undefined;
}

function toDraft(value: unknown, index: number, modes: readonly AgentMode[]): Draft[] {
  const object: JsonObject = typeof value === "string" ? { description: value } : isObject(value) ? value : {};
  const description = textOf(object, ["description", "sub_task", "task", "title"], PLAN_TEXT_CHARS_MAX);
  if (description === undefined) return [];
  const title = textOf(object, ["title", "name"], PLAN_TITLE_CHARS_MAX) ?? firstLine(description);
  const wanted = textOf(object, ["mode", "mode_slug", "modeId"], PLAN_TITLE_CHARS_MAX);
  const id = object["id"] ?? object["task_id"];
  // A task without an id goes by its number.
  const name = String(typeof id === "string" || typeof id === "number" ? id : index + 1);
  const modeId = modes.find((mode) => mode.id === wanted && mode.category === "session")?.id;
  return [{ name, title, description, modeId, after: readDependencies(object).filter((one) => one !== name) }];
}

function readDependencies(object: JsonObject): string[] {
  const value = object["depends_on"] ?? object["dependsOn"] ?? object["dependencies"] ?? [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === "string" || typeof one === "number").map(String);
}

function firstLine(text: string): string {
  return cut(text.split("\n", 1)[0] ?? "", PLAN_TITLE_CHARS_MAX);
}

/** Each as soon as what it needs is there. In a circle the first one goes first, and forgets what it waited for. */
function sort(drafts: readonly Draft[]): Draft[] {
  const known = new Set(drafts.map(({ name }) => name));
  const waiting = [...drafts];
  const done = new Set<string>();
  const sorted: Draft[] = [];
  while (waiting.length > 0) {
    const isReady = ({ after }: Draft): boolean => after.every((name) => done.has(name) || !known.has(name));
    const [next] = waiting.splice(Math.max(0, waiting.findIndex(isReady)), 1);
    if (next === undefined) return sorted;
    sorted.push({ ...next, after: next.after.filter((name) => done.has(name)) });
    done.add(next.name);
  }
  return sorted;
}

function renumber(drafts: readonly Draft[]): PlanTask[] {
  const idByName = new Map<string, string>();
  return drafts.map(({ name, title, description, modeId, after }, index) => {
    const id = String(index + 1);
    const dependsOn = [...new Set(after.flatMap((one) => idByName.get(one) ?? []))];
    if (!idByName.has(name)) idByName.set(name, id);
    return { id, title, description, modeId, dependsOn };
  });
}
