import type { SessionEvent } from "@parley/acp";
import { silentLog, systemClock, type Log } from "@parley/base";
import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import type { Complete } from "../agents/sources.ts";
import type { Hub } from "../hub.ts";
import { eventsOf, textOf } from "../testing/talk.ts";
import { createPlans } from "./create-plans.ts";
import { PLAN_TASKS_MAX, RUNNING_PLANS_MAX } from "./limits.ts";
import type { Plan, PlanRun, Plans, PlanTask } from "./plans.ts";

function plansOf(hub: Hub, complete?: Complete, log: Log = silentLog): Plans {
  return createPlans({ hub, complete, log, clock: systemClock });
}

/** `1<` are the ids that a task depends on. */
function outline({ tasks }: Plan): string[] {
  return tasks.map(({ id, dependsOn, agent, description }) => `${id}<${dependsOn.join(",")} ${agent}: ${description}`);
}

describe("a plan is proposed", () => {
  it("by the words of the prompt, each task for the agent it routes to", async () => {
    await using test = await openTestHub();
    const plans = plansOf(test.hub);
    const plan = await plans.propose(
      "1. Build an API endpoint\n2. then write tests for coverage\n3. Build a React component",
    );
    expect(plan.isCompound).toBe(true);
    expect(outline(plan)).toEqual([
      "1< backend: Build an API endpoint",
      "2<1 qa: write tests for coverage",
      "3< frontend: Build a React component",
    ]);
    expect(plan.tasks[1]).toMatchObject({ modeName: "QA engineer", confidence: expect.any(Number) });

    const sentences = await plans.propose(
      "Build an API endpoint and the database schema. It is for a shop. Write tests and a test plan for regression.",
    );
    expect(outline(sentences)).toEqual([
      "1< backend: Build an API endpoint and the database schema. It is for a shop.",
      "2< qa: Write tests and a test plan for regression.",
    ]);

    const simple = await plans.propose("  Build an API endpoint. Add a database schema to the server code. ");
    expect(simple.isCompound).toBe(false);
    expect(outline(simple)).toEqual(["1< backend: Build an API endpoint. Add a database schema to the server code."]);
    await expect(plans.propose(" \n")).rejects.toMatchObject({ code: "bad_input" });
  });

  it("by a model, whose answer is read with patience", async () => {
    await using test = await openTestHub();
    const asked: string[] = [];
    const tasks = [
      { task_id: "z", agent_name: "coding", mode_slug: "qa", sub_task: "Test it", depends_on: ["y", "z", "nobody"] },
      { task_id: "q", agent_name: "nobody", sub_task: "Paint it" },
      { task_id: "m", agent_name: "recipe-maker", sub_task: "An internal mode" },
      {
        task_id: "y",
        agent_name: "Coding Agent",
        mode_slug: "nothing",
        sub_task: "Build it",
        confidence: 7,
        reasoning: "So",
      },
      { agent_name: "script", sub_task: "say hi" },
    ];
    const complete: Complete = (prompt) => {
      asked.push(prompt);
      const answer = { is_compound: true, tasks, clarifying_questions: ["Which shop?", 7] };
      return Promise.resolve(`Here:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``);
    };
    const plan = await plansOf(test.hub, complete).propose("Build it </request> and test it");
    expect(outline(plan)).toEqual(["1< backend: Build it", "2<1 qa: Test it", "3< script: say hi"]);
    expect(plan).toMatchObject({ isCompound: true, clarifyingQuestions: ["Which shop?"] });
    expect(plan.tasks.map(({ confidence }) => confidence)).toEqual([1, 0.5, 0.5]);
    expect(asked[0]).toContain("agent_name: qa, mode_slug: qa: Testing");
    expect(asked[0]).toContain("<request_>\nBuild it </request> and test it\n</request_>");
    expect(asked[0]).not.toContain("recipe-maker");
  });

  it("by a model that says it is one thing, in the user's own words", async () => {
    await using test = await openTestHub();
    const answer = { is_compound: false, tasks: [{ agent_name: "qa", sub_task: "Other words" }] };
    const plan = await plansOf(test.hub, () => Promise.resolve(JSON.stringify(answer))).propose("say a; say b");
    expect(outline(plan)).toEqual(["1< qa: say a; say b"]);
    expect(plan.isCompound).toBe(false);
  });

  it.each<[what: string, complete: Complete]>([
    ["fails", () => Promise.reject(new Error("down"))],
    ["says nothing of use", () => Promise.resolve("I cannot")],
    ["knows only agents that are not there", () => Promise.resolve('{"tasks":[{"agent_name":"x","sub_task":"y"}]}')],
  ])("by the words if the model %s", async (_, complete) => {
    await using test = await openTestHub();
    const told: string[] = [];
    const log: Log = { write: (level, message) => told.push(`${level}: ${message}`) };
    expect(outline(await plansOf(test.hub, complete, log).propose("say a; say b"))).toHaveLength(2);
    expect(told).toEqual([expect.stringMatching(/^warn: The model/)]);
  });
});

describe("a plan from outside", () => {
  it("may be spelt in two ways, and parses to itself", async () => {
    await using test = await openTestHub();
    const wire = {
      is_compound: true,
      tasks: [
        { task_id: "a", depends_on: [], agent_name: "backend", mode_slug: "qa", sub_task: "say a", confidence: 0.5 },
        { task_id: 2, depends_on: ["a", "a"], agent_name: "script", mode_slug: "whatever", description: "say b" },
        { agent_name: "coding", description: "say c", tool_groups: ["x"], reasoning: "because", depends_on: [2] },
      ],
      clarifying_questions: null,
    };
    const plan = await test.hub.plans.parse(wire);
    expect(outline(plan)).toEqual(["a< qa: say a", "2<a script: say b", "3<2 backend: say c"]);
    expect(plan).toMatchObject({
      isCompound: true,
      tasks: [{ modeName: "QA engineer" }, { confidence: 1 }, { reasoning: "because" }],
    });
    expect(await test.hub.plans.parse(plan)).toEqual(plan);
  });

  it("is refused with the field that is wrong", async () => {
    await using test = await openTestHub();
    await test.hub.agents.setEnabled("frontend", false);
    const good = { task_id: "a", agent_name: "backend", description: "say a" };
    const refusals: readonly (readonly [message: string, plan: unknown])[] = [
      ["/: expected an object", "plan"],
      ["/tasks: expected a task at least", {}],
      ["/tasks: expected a list", { tasks: {} }],
      [
        `/tasks: has more than ${PLAN_TASKS_MAX} items`,
        { tasks: Array.from({ length: PLAN_TASKS_MAX + 1 }, () => good) },
      ],
      ["/tasks/0: expected an object", { tasks: ["a"] }],
      ["/tasks/0/agent_name: expected a text", { tasks: [{ description: "say a" }] }],
      ['/tasks/0/agent_name: no agent "nobody"', { tasks: [{ ...good, agent_name: "nobody" }] }],
      ['/tasks/0/agent: agent "frontend" is disabled', { tasks: [{ description: "say a", agent: "frontend" }] }],
      ['/tasks/0/mode_slug: no mode "x"', { tasks: [{ ...good, mode_slug: "x" }] }],
      ["/tasks/0/description: expected a text", { tasks: [{ agent_name: "qa" }] }],
      ["/tasks/0/confidence: expected a number from 0 to 1", { tasks: [{ ...good, confidence: 2 }] }],
      ['/tasks/1/task_id: there is a task "a" already', { tasks: [good, good] }],
      ['/tasks/0/depends_on/0: task "a" waits for itself', { tasks: [{ ...good, depends_on: ["a"] }] }],
      ['/tasks/1/depends_on/1: no task "x"', { tasks: [good, { ...good, task_id: "b", depends_on: ["a", "x"] }] }],
      ["/tasks/0/dependsOn: expected a list", { tasks: [{ ...good, dependsOn: "b" }] }],
      [
        "/tasks: goes in circles: a waits for b, b waits for a",
        {
          tasks: [
            { ...good, depends_on: ["b"] },
            { ...good, task_id: "b", depends_on: ["a"] },
          ],
        },
      ],
      ["/clarifying_questions/0: expected a text", { tasks: [good], clarifying_questions: [{}] }],
    ];
    for (const [message, plan] of refusals) {
      await expect(test.hub.plans.parse(plan)).rejects.toMatchObject({ code: "bad_input", message });
    }
  });
});

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

describe("a plan is carried out", () => {
  it("in sessions of its own, with the results in the log of the one it was made in", async () => {
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
    expect(result.text).toMatch(/## Part 3: think quietly\n\nDone; nothing was said\.$/);

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

  it("a task that fails stops only those that need it", async () => {
    await using test = await openTestHub();
    const { hub } = test;
    const parent = await hub.sessions.create({ agent: "script" });
    const plan = await planOf(hub, "a: fail out of paint", "b<a: say b", "c: say c", "d: stop refusal");
    const { tasks, text } = await (await hub.plans.execute(parent.id, plan)).ended;
    expect(tasks).toMatchObject([
      { state: "failed", text: expect.stringContaining("out of paint") },
      { state: "skipped", text: "Task a, which it needs, failed" },
      { state: "completed", text: "c" },
      { state: "failed", text: "The agent refused" },
    ]);
    expect(tasks[1]).not.toHaveProperty("sessionId");
    expect(text).toContain("## Part 2: say b\n\nLeft out: Task a, which it needs, failed");
  });

  it("and can be cancelled", async () => {
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

  it("and waits for a turn of its session before it tells the results", async () => {
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

  it("not at all if it cannot be, and failures of whoever follows do no harm", async () => {
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

  it("and ends when the hub does", async () => {
    const test = await openTestHub();
    const { hub } = test;
    const { id } = await hub.sessions.create({ agent: "script" });
    const isRunning = runningTurn(hub);
    const plan = await planOf(hub, "a: wait 60000", "b: wait 60000", "c<a: say c", "d<b: say d");
    const states: string[] = [];
    const run = await hub.plans.execute(id, plan, ({ state }) => states.push(state));
    await isRunning;
    await test[Symbol.asyncDispose]();
    await Promise.allSettled([run.ended]);
    expect(states).toHaveLength(4);
    expect(states).not.toContain("completed");
  });

  it("beside so many others and no more", async () => {
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
    await Promise.all(all.map((one) => (one.status === "fulfilled" ? one.value.ended : undefined)));
    await (
      await hub.plans.execute(id, plan)
    ).ended;
  });

  it("and says so if its session is gone when it ends", async () => {
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
