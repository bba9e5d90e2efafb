// The planner's prompt: a request, and the modes that its tasks may be given to.
import { truncate } from "@parley/base";
import { quoteMaterial } from "@parley/base";
import { planner } from "../assistant/planner.ts";
import { PLAN_TASKS_MAX, PROMPT_CHARS_MAX } from "../limits.ts";
import type { AgentMode } from "../mode.ts";
import type { RenderedPrompt } from "./rendered-prompt.ts";

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
    ...(background.trim() === "" ? [] : [quoteMaterial("background", truncate(background.trim(), PROMPT_CHARS_MAX))]),
    quoteMaterial("request", truncate(request.trim(), PROMPT_CHARS_MAX)),
    `Plan the request in at most ${PLAN_TASKS_MAX} tasks. The title is at most eight words, in the imperative. Answer with JSON alone, in this shape:\n${JSON.stringify(shape)}`,
  ];
  return { system: planner.instructions, prompt: parts.join("\n\n") };
}
