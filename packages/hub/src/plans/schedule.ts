// Schedules tasks: each after those it depends on, otherwise in parallel up to a limit.
import { ParleyError } from "@parley/base";
import { PARALLEL_TASKS_MAX } from "../limits.ts";
import type { PlanTask, PlanTaskResult } from "../api/plans.ts";

export interface ScheduleOptions {
  /** Results of tasks that are already over. */
  readonly known?: readonly PlanTaskResult[] | undefined;
  /** Never rejects. `earlier`: results of what the task depends on, all of them completed. */
  readonly run: (task: PlanTask, earlier: readonly PlanTaskResult[]) => Promise<PlanTaskResult>;
  /** Called once for each task, as soon as its result is known. */
  readonly onSettled: (result: PlanTaskResult) => void;
  /** When it aborts, no further task is started; `run` ends the running ones. */
  readonly signal: AbortSignal;
}

/** Returns the results in the plan's order. Rejects with `plan_failed` if tasks depend on each other. */
export async function scheduleTasks(
  tasks: readonly PlanTask[],
  { known = [], run, onSettled, signal }: ScheduleOptions,
): Promise<readonly PlanTaskResult[]> {
  const results = new Map(known.map((result) => [result.id, result]));
  const running = new Map<string, Promise<void>>();
  const settle = (result: PlanTaskResult): void => {
    results.set(result.id, result);
    running.delete(result.id);
    onSettled(result);
  };
  const isWaiting = ({ id }: PlanTask): boolean => !results.has(id) && !running.has(id);

  while (results.size < tasks.length) {
    for (;;) {
      const next = tasks.filter(isWaiting).flatMap((task) => toStep(task, results, signal.aborted) ?? [])[0];
      if (next === undefined) break;
      if (next.result !== undefined) settle(next.result);
      else if (running.size < PARALLEL_TASKS_MAX) running.set(next.task.id, run(next.task, next.earlier).then(settle));
      else break;
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (results.size < tasks.length) throw stuck(tasks.filter(isWaiting));
  }
  return tasks.flatMap(({ id }) => results.get(id) ?? []);
}

type Step =
  | { readonly task: PlanTask; readonly result: PlanTaskResult }
  | { readonly task: PlanTask; readonly result?: undefined; readonly earlier: readonly PlanTaskResult[] };

/** The next step for a task; undefined while it has to wait. */
function toStep(task: PlanTask, results: ReadonlyMap<string, PlanTaskResult>, isCancelled: boolean): Step | undefined {
  const { id, dependsOn } = task;
  if (isCancelled) return { task, result: { id, state: "cancelled", text: "The plan was cancelled" } };
  const earlier = dependsOn.flatMap((on) => results.get(on) ?? []);
  const missing = earlier.find(({ state }) => state !== "completed");
  if (missing !== undefined) {
    return {
      task,
      result: { id, state: "skipped", text: `It depends on task ${missing.id}, which ${HOW[missing.state]}` },
    };
  }
  return earlier.length === dependsOn.length ? { task, earlier } : undefined;
}

const HOW: Readonly<Record<PlanTaskResult["state"], string>> = {
  completed: "is done",
  failed: "failed",
  skipped: "was skipped",
  cancelled: "was cancelled",
};

function stuck(waiting: readonly PlanTask[]): ParleyError {
  const ids = waiting.map(({ id }) => id).join(", ");
  return new ParleyError({ code: "plan_failed", message: `These tasks depend on each other: ${ids}` });
}
