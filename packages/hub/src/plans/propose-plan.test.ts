import { silentLog, systemClock, type Log } from "@parley/base";
import { openTestHub } from "@parley/test-support/hub";
import { describe, expect, it } from "vitest";
import type { Complete } from "../api/sources.ts";
import type { Hub } from "../api/hub.ts";
import { createPlans } from "./create-plans.ts";
import { PLAN_TASKS_MAX } from "../limits.ts";
import type { Plan, Plans } from "../api/plans.ts";

function plansOf(hub: Hub, complete?: Complete, log: Log = silentLog): Plans {
  return createPlans({
    hub,
    store: hub.store,
    findComplete: () => Promise.resolve(complete),
    onPaused: () => undefined,
    log,
    clock: systemClock,
  });
}

/** `1<` are the ids that a task depends on. */
function outline({ tasks }: Plan): string[] {
  return tasks.map(({ id, dependsOn, agent, description }) => `${id}<${dependsOn.join(",")} ${agent}: ${description}`);
}

describe("a proposed plan", () => {
  it("comes from the words of the prompt, with each task for the agent it routes to", async () => {
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

  it("comes from a model, whose answer is parsed leniently", async () => {
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

  it("comes from a model that finds one task, in the user's own words", async () => {
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
    expect(told).toEqual([expect.stringMatching(/^warn: .*model/)]);
  });
});

describe("a plan from a client", () => {
  it("may have two spellings, and parses to itself", async () => {
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

  it("is refused with the name of the invalid field", async () => {
    await using test = await openTestHub();
    await test.hub.agents.setEnabled("frontend", false);
    const good = { task_id: "a", agent_name: "backend", description: "say a" };
    const refusals: readonly (readonly [message: string, plan: unknown])[] = [
      ["/: expected an object", "plan"],
      ["/tasks: expected at least one task", {}],
      ["/tasks: expected a list", { tasks: {} }],
      [
        `/tasks: has more than ${PLAN_TASKS_MAX} items`,
        { tasks: Array.from({ length: PLAN_TASKS_MAX + 1 }, () => good) },
      ],
      ["/tasks/0: expected an object", { tasks: ["a"] }],
      ["/tasks/0/agent_name: expected a non-empty string", { tasks: [{ description: "say a" }] }],
      ['/tasks/0/agent_name: no agent "nobody"', { tasks: [{ ...good, agent_name: "nobody" }] }],
      ['/tasks/0/agent: agent "frontend" is disabled', { tasks: [{ description: "say a", agent: "frontend" }] }],
      ['/tasks/0/mode_slug: no mode "x"', { tasks: [{ ...good, mode_slug: "x" }] }],
      ["/tasks/0/description: expected a non-empty string", { tasks: [{ agent_name: "qa" }] }],
      ["/tasks/0/confidence: expected a number from 0 to 1", { tasks: [{ ...good, confidence: 2 }] }],
      ['/tasks/1/task_id: duplicate task "a"', { tasks: [good, good] }],
      ['/tasks/0/depends_on/0: task "a" depends on itself', { tasks: [{ ...good, depends_on: ["a"] }] }],
      ['/tasks/1/depends_on/1: no task "x"', { tasks: [good, { ...good, task_id: "b", depends_on: ["a", "x"] }] }],
      ["/tasks/0/dependsOn: expected a list", { tasks: [{ ...good, dependsOn: "b" }] }],
      [
        "/tasks: has a dependency cycle: a waits for b, b waits for a",
        {
          tasks: [
            { ...good, depends_on: ["b"] },
            { ...good, task_id: "b", depends_on: ["a"] },
          ],
        },
      ],
      ["/clarifying_questions/0: expected a string", { tasks: [good], clarifying_questions: [{}] }],
    ];
    for (const [message, plan] of refusals) {
      await expect(test.hub.plans.parse(plan)).rejects.toMatchObject({ code: "bad_input", message });
    }
  });
});
