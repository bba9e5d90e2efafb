// The results of a plan as one text, with a part for each task.
import type { PlanTask, PlanTaskResult } from "../api/plans.ts";
import { titleOf } from "./run-task.ts";

export function gatherResults(tasks: readonly PlanTask[], results: readonly PlanTaskResult[]): string {
  return tasks
    .flatMap((task, index) => {
      const result = results.find(({ id }) => id === task.id);
      return result === undefined ? [] : [`## Part ${index + 1}: ${titleOf(task)}\n\n${describe(result)}`];
    })
    .join("\n\n");
}

function describe({ state, text }: PlanTaskResult): string {
  switch (state) {
    case "completed":
      return text === "" ? "Done, with no output." : text;
    case "failed":
      return `Failed: ${text}`;
    case "skipped":
      return `Skipped: ${text}`;
    case "cancelled":
      return `Cancelled: ${text}`;
  }
}
