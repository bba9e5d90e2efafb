// The format of a steps file. A file with an invalid field is rejected as a whole.
import { isObject, parseObject } from "@parley/base";
import type { Activity, RunningStep, Step, StepPart, Steps } from "./steps.ts";

const VERSION = 1;

export function formatSteps(steps: Steps): string {
  return `${JSON.stringify({ v: VERSION, ...steps })}\n`;
}

/** The steps, or what is wrong with them. */
export function parseSteps(text: string): Steps | { readonly wrong: string } {
  const file = parseObject(text);
  if (file === undefined) return { wrong: "it is not a JSON object" };
  const { v, list, applied, running, activities } = file;
  if (v !== VERSION) return { wrong: `its format is ${JSON.stringify(v)}, not ${VERSION}` };
  if (!isListOf(list, isStep)) return { wrong: "the field list is invalid" };
  if (!isCount(applied) || applied > list.length) return { wrong: "the field applied is invalid" };
  if (running !== undefined && !isRunningStep(running)) return { wrong: "the field running is invalid" };
  if (!isListOf(activities, isActivity)) return { wrong: "the field activities is invalid" };
  return { list, applied, running, activities };
}

function isStep(value: unknown): value is Step {
  return isObject(value) && isText(value["turnId"]) && isSpan(value) && isListOf(value["parts"], isPart);
}

function isPart(value: unknown): value is StepPart {
  if (!isObject(value) || !isText(value["folder"]) || !isPaths(value["paths"])) return false;
  return isText(value["before"]) && isText(value["after"]);
}

function isRunningStep(value: unknown): value is RunningStep {
  if (!isObject(value) || !isText(value["turnId"]) || !isCount(value["startedAt"]) || !isCount(value["pid"]))
    return false;
  return isListOf(value["included"], isText) && isListOf(value["parts"], isBegunPart);
}

function isBegunPart(value: unknown): value is RunningStep["parts"][number] {
  return isObject(value) && isText(value["folder"]) && isText(value["before"]);
}

function isActivity(value: unknown): value is Activity {
  return isObject(value) && isSpan(value) && isText(value["folder"]) && isPaths(value["paths"]);
}

function isSpan(value: Readonly<Record<string, unknown>>): boolean {
  return isCount(value["startedAt"]) && isCount(value["endedAt"]);
}

function isPaths(value: unknown): value is readonly string[] | undefined {
  return value === undefined || isListOf(value, isText);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
