import type { SessionEvent } from "@parley/acp";
import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import type { Hub } from "../api/hub.ts";
import { eventsOf, textOf } from "../testing/talk.ts";
import { RUNNING_PLANS_MAX } from "../limits.ts";
import type { Plan, PlanRun, PlanTask } from "../api/plans.ts";

/** Of scripts, each for the external agent: `b<a: say b`. */
function planOf(hub: Hub, ...lines: string[]): Promise<Plan> {
  const tasks = lines.map((line) => {
    const [head = "", description] = line.split(/: (.*)/s);
    const [id, on] = head.split("<");
    return { id, dependsOn: on === undefined || on === "" ? [] : on.split(","), agent: "script", description };
  });
  return hub.plans.parse({ tasks });
}

function taskOf(id: string): PlanTask {
  const blank = { dependsOn: [], modeName: "", confidence: 1, reasoning: "", toolGroups: [] };
  return { ...blank, id, agent: "script", description: "say a" };
}

/** Resolves when a turn of any session runs. */
function runningTurn(hub: Hub): Promise<void> {
  return new Promise((resolve) => {
    const stop = hub.turns.onChange(({ state }) => {
      if (state !== "in_progress") return;
      stop();
      resolve();
    });
  });
}

/** After everything that can happen by itself has happened. */
async function isEnded(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setImmediate(() => setImmediate(() => resolve("later"))));
  return (await Promise.race([promise, later])) !== "later";
}

function promptOf(events: readonly SessionEvent[]): string {
  const prompt = events.find((event) => event.type === "prompt");
  return prompt?.type === "prompt"
    ? prompt.prompt.map((block) => (block.type === "text" ? block.text : "")).join("\n")
    : "";
}

describe("a running plan", () => {
  it("uses its own sessions, and adds the results to the log of the one it was made in", async () => {
    await using test = await openTestHub();
    const { hub, folder } = test;
    const parent = await hub.sessions.create({ agent: "script" });
    const settled: string[] = [];
    const plan = await planOf(hub, "a: say one", "b<a: say two", "c: think quietly");
    const run = await hub.plans.execute(parent.id, plan, ({ id, state }) => settled.push(`${id} ${state}`));
    const result = await run.ended;
    expect(result.tasks).toMatchObject([
      { id: "a", state: "completed", text: "one" },
      { id: "b", state: "completed", text: expect.stringMatching(/^two/) },
      { id: "c", state: "completed", text: "" },
    ]);
    expect(settled.toSorted()).toEqual(["a completed", "b completed", "c completed"]);
    expect(settled.indexOf("a completed")).toBeLessThan(settled.indexOf("b completed"));
    expect(result.text).toMatch(/^## Part 1: say one\n\none\n\n## Part 2: say two\n\ntwo/);
    expect(result.text).toMatch(/## Part 3: think quietly\n\nDone, with no output\.$/);

    const [, second] = result.tasks;
    const session = await hub.sessions.get(second?.sessionId ?? "");
    expect(session).toMatchObject({ agent: "script", title: "say two", cwd: folder, turns: 1, state: "idle" });
    expect(promptOf(await eventsOf(hub, session.id))).toContain("Task a:\n<result>\none\n</result>");

    const events = await eventsOf(hub, parent.id);
    expect(events[0]).toMatchObject({
      type: "plan_proposed",
      tasks: [
        { id: "a", dependsOn: [], agent: "script", description: "say one" },
        { id: "b", dependsOn: ["a"] },
        { id: "c" },
      ],
    });
    expect(textOf(events)).toBe(result.text);
  });

  it("stops only the tasks that depend on a failed one", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const parent = await hub.sessions.create({ agent: "script" });
    const plan = await planOf(hub, "a: fail out of paint", "b<a: say b", "c: say c", "d: stop refusal");
    const { tasks, text } = await (await hub.plans.execute(parent.id, plan)).ended;
    expect(tasks).toMatchObject([
      { state: "failed", text: expect.stringContaining("out of paint") },
      { state: "skipped", text: "It depends on task a, which failed" },
      { state: "completed", text: "c" },
      { state: "failed", text: "The agent refused" },
    ]);
    expect(tasks[1]).not.toHaveProperty("sessionId");
    expect(text).toContain("## Part 2: say b\n\nSkipped: It depends on task a, which failed");
  });

  it("can be cancelled", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const parent = await hub.sessions.create({ agent: "script" });
    const plan = await planOf(hub, "a: say begun\nwait 60000", "b<a: say b");
    const isRunning = runningTurn(hub);
    const run = await hub.plans.execute(parent.id, plan);
    await isRunning;
    run.cancel();
    const { tasks } = await run.ended;
    expect(tasks.map(({ id, state }) => `${id} ${state}`)).toEqual(["a cancelled", "b cancelled"]);
    const turn = await hub.turns.get(tasks[0]?.turnId ?? "");
    expect(turn.state).toBe("cancelled");
    run.cancel();
  });

  it("waits for a turn of its session before it reports the results", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const parent = await hub.sessions.create({ agent: "script" });
    const turn = await hub.turns.start({
      sessionId: parent.id,
      prompt: [{ type: "text", text: "ask ready?\nsay mine" }],
    });
    const { interactionId = "" } = await hub.turns.settled(turn.id);
    const plan = await planOf(hub, "a: say theirs");
    const run = await new Promise<PlanRun>((resolve, reject) => {
      const started = hub.plans.execute(parent.id, plan, () => resolve(started));
      started.catch(reject);
    });
    expect(await isEnded(run.ended)).toBe(false);
    await hub.interactions.answerElicitation(interactionId, { action: "cancel" }, "test");
    const { text } = await run.ended;
    const events = await eventsOf(hub, parent.id);
    expect(events.at(-1)).toMatchObject({ type: "update", update: { content: { type: "text", text } } });
    expect((await hub.turns.get(turn.id)).state).toBe("completed");
  });

  it("is refused if it is invalid, and errors of followers do no harm", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    const task = taskOf("a");
    const plan = { isCompound: false, tasks: [task] };
    await expect(hub.plans.execute(crypto.randomUUID(), plan)).rejects.toMatchObject({ code: "session_not_found" });
    for (const tasks of [[], [task, task], [{ ...task, dependsOn: ["x"] }], [{ ...task, dependsOn: ["a"] }]]) {
      await expect(hub.plans.execute(id, { isCompound: true, tasks })).rejects.toMatchObject({ code: "bad_input" });
    }
    expect(await eventsOf(hub, id)).toEqual([]);

    await hub.agents.setEnabled("script", false);
    const run = await hub.plans.execute(id, plan, () => {
      throw new Error("The listener failed");
    });
    expect((await run.ended).tasks).toMatchObject([{ state: "failed", text: expect.stringContaining("script") }]);
  });

  it("is left to the next hub when this one stops", async () => {
    const test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    const isRunning = runningTurn(hub);
    const plan = await planOf(hub, "a: wait 60000", "b: wait 60000", "c<a: say c", "d<b: say d");
    const states: string[] = [];
    const run = await hub.plans.execute(id, plan, ({ state }) => states.push(state));
    await isRunning;
    await test[Symbol.asyncDispose]();
    await expect(run.ended).rejects.toMatchObject({ code: "server_draining" });
    expect(states).toEqual([]);
  });

  it("counts towards a limit of concurrent plans", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    await hub.agents.setEnabled("script", false);
    const plan = { isCompound: false, tasks: [taskOf("a")] };
    const all = await Promise.allSettled(
      Array.from({ length: RUNNING_PLANS_MAX + 1 }, () => hub.plans.execute(id, plan)),
    );
    const refused = all.filter((one) => one.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "limit_reached" } }]);
    await Promise.all(all.flatMap((one) => (one.status === "fulfilled" ? [one.value.ended] : [])));
    await (
      await hub.plans.execute(id, plan)
    ).ended;
  });

  it("reports that its session is gone when it ends", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    const isRunning = runningTurn(hub);
    const run = await hub.plans.execute(id, await planOf(hub, "a: wait 60000"));
    await isRunning;
    await hub.sessions.delete(id);
    run.cancel();
    await expect(run.ended).rejects.toMatchObject({ code: "plan_failed", cause: { code: "session_not_found" } });
  });
});
