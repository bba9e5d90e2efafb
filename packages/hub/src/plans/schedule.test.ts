import { describe, expect, it } from "vitest";
import { PARALLEL_TASKS_MAX } from "../limits.ts";
import type { PlanTask, PlanTaskResult } from "../api/plans.ts";
import { scheduleTasks } from "./schedule.ts";

function task(id: string, ...dependsOn: string[]): PlanTask {
  return { id, dependsOn, agent: "a", modeName: "A", description: id, confidence: 1, reasoning: "", toolGroups: [] };
}

/** Tasks that end when the test says so. */
function createBench(tasks: readonly PlanTask[]) {
  const controller = new AbortController();
  const running = new Map<string, (state: PlanTaskResult["state"]) => void>();
  const earlierOf = new Map<string, readonly string[]>();
  const settled: string[] = [];
  const ended = scheduleTasks(tasks, {
    signal: controller.signal,
    onSettled: ({ id, state }) => settled.push(`${id} ${state}`),
    run: ({ id }, earlier) =>
      new Promise((resolve) => {
        earlierOf.set(
          id,
          earlier.map(({ text }) => text),
        );
        running.set(id, (state) => {
          running.delete(id);
          resolve({ id, state, text: `${id} said` });
        });
      }),
  });
  return {
    ended,
    settled,
    earlierOf,
    cancel: () => controller.abort(),
    get running() {
      return [...running.keys()].join(" ");
    },
    /** Resolves when what follows from it was started. */
    async end(id: string, state: PlanTaskResult["state"] = "completed") {
      running.get(id)?.(state);
      await new Promise(setImmediate);
    },
  };
}

describe("tasks of a plan", () => {
  it("run in parallel, and after their dependencies", async () => {
    const bench = createBench([task("d", "b", "c"), task("b", "a"), task("c", "a"), task("a")]);
    expect(bench.running).toBe("a");
    await bench.end("a");
    expect(bench.running).toBe("b c");
    await bench.end("c");
    expect(bench.running).toBe("b");
    await bench.end("b");
    expect(bench.running).toBe("d");
    expect(bench.earlierOf.get("d")).toEqual(["b said", "c said"]);
    await bench.end("d");
    expect((await bench.ended).map(({ id }) => id)).toEqual(["d", "b", "c", "a"]);
    expect(bench.settled).toEqual(["a completed", "c completed", "b completed", "d completed"]);
  });

  it("run a limited number at a time", async () => {
    const ids = ["1", "2", "3", "4", "5"];
    const bench = createBench(ids.map((id) => task(id)));
    expect(bench.running.split(" ")).toHaveLength(PARALLEL_TASKS_MAX);
    await bench.end("2");
    expect(bench.running).toBe("1 3 4");
    for (const id of ["1", "3", "4", "5"]) await bench.end(id);
    expect((await bench.ended).map(({ state }) => state)).toEqual(ids.map(() => "completed"));
  });

  it("that fail stop only the tasks that depend on them", async () => {
    const bench = createBench([task("a"), task("b", "a"), task("c", "b"), task("d"), task("e", "d")]);
    await bench.end("a", "failed");
    expect(bench.settled).toEqual(["a failed", "b skipped", "c skipped"]);
    expect(bench.running).toBe("d");
    await bench.end("d");
    await bench.end("e");
    expect(await bench.ended).toMatchObject([
      { state: "failed" },
      { state: "skipped", text: "It depends on task a, which failed" },
      { state: "skipped", text: "It depends on task b, which was skipped" },
      { state: "completed" },
      { state: "completed" },
    ]);
  });

  it("do not start after the plan is cancelled", async () => {
    const bench = createBench([task("a"), task("b", "a"), task("c")]);
    bench.cancel();
    await bench.end("a", "cancelled");
    expect(bench.running).toBe("c");
    await bench.end("c");
    expect((await bench.ended).map(({ state }) => state)).toEqual(["cancelled", "cancelled", "completed"]);
  });

  it("that depend on each other are reported, and the plan fails immediately", async () => {
    const bench = createBench([task("a", "b"), task("b", "a")]);
    await expect(bench.ended).rejects.toMatchObject({ code: "plan_failed", message: expect.stringContaining("a, b") });
  });
});
