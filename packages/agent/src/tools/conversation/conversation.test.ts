import { describe, expect, it, vi } from "vitest";
import type { PersonPort, SubAgentPort } from "../tool-context.ts";
import { createToolScene } from "../testing/tool-scene.ts";
import { askTool } from "./ask.ts";
import { PLAN_ENTRIES_MAX, TASK_ANSWER_CHARS_MAX } from "../../limits.ts";
import { planTool } from "./plan.ts";
import { taskTool } from "./task.ts";

describe("plan", () => {
  it("replaces the client's plan, and informs the model of its state", async () => {
    await using scene = await createToolScene();
    const { text, prepared } = await scene.call(planTool, {
      entries: [
        { content: " read ", status: "completed", priority: "high" },
        { content: "write", status: "in_progress" },
        { content: "test", status: "pending" },
      ],
    });
    expect(scene.context.plan.entries).toEqual([
      { content: "read", status: "completed", priority: "high" },
      { content: "write", status: "in_progress", priority: "medium" },
      { content: "test", status: "pending", priority: "medium" },
    ]);
    expect(text).toBe("The plan, 1 of 3 done:\n[x] read\n[~] write\n[ ] test");
    expect(prepared.subjects).toEqual([]);
    await scene.call(planTool, { entries: [] });
    expect(scene.context.plan.entries).toEqual([]);
  });

  it("accepts several entries in progress, with a remark", async () => {
    await using scene = await createToolScene();
    const entries = ["a", "b"].map((content) => ({ content, status: "in_progress" }));
    const { text, outcome } = await scene.call(planTool, { entries });
    expect(text).toMatch(/Remark: 2 entries are in progress/);
    expect(outcome.isError).toBeUndefined();
    expect(scene.context.plan.entries).toHaveLength(2);
  });

  it.each([
    { entries: [{ content: "  ", status: "pending" }] },
    { entries: [{ content: "a", status: "doing" }] },
    { entries: "a" },
    { entries: Array.from({ length: PLAN_ENTRIES_MAX + 1 }, () => ({ content: "a", status: "pending" })) },
  ])("refuses a plan that is none", (input) => {
    expect(planTool.input.safeParse(input).success).toBe(false);
  });
});

describe("task", () => {
  it("hands everything on, and gives the answer back", async () => {
    const run = vi.fn<SubAgentPort["run"]>(async (_task, _signal, show) => {
      show({ title: "Reading" });
      return { answer: "42" };
    });
    await using scene = await createToolScene({ subAgents: { run } });
    const signal = new AbortController().signal;
    const { text, shown } = await scene.call(
      taskTool,
      { title: "Count", instructions: "All of it", mode: "qa" },
      signal,
    );
    expect(text).toBe("42");
    expect(shown).toEqual([{ title: "Reading" }]);
    const task = { callId: "call-1", title: "Count", instructions: "All of it", modeId: "qa" };
    expect(run).toHaveBeenCalledWith(task, signal, expect.any(Function));
  });

  it("says why there is no answer, and cuts one that is too long", async () => {
    await using failing = await createToolScene({ subAgents: { run: async () => ({ failed: "no such mode" }) } });
    const { outcome, text } = await failing.call(taskTool, { title: "a", instructions: "b" });
    expect([outcome.isError, text]).toEqual([true, "The task failed: no such mode"]);
    await using silent = await createToolScene({ subAgents: { run: async () => ({ answer: " " }) } });
    expect((await silent.call(taskTool, { title: "a", instructions: "b" })).text).toMatch(/without an answer/);
    const long = "x".repeat(TASK_ANSWER_CHARS_MAX * 2);
    await using chatty = await createToolScene({ subAgents: { run: async () => ({ answer: long }) } });
    const cut = (await chatty.call(taskTool, { title: "a", instructions: "b" })).text;
    expect(cut.length).toBeLessThan(TASK_ANSWER_CHARS_MAX + 200);
    expect(cut).toMatch(/\[truncated: the answer is longer\]$/);
  });
});

describe("ask", () => {
  it("gives the person's answer to the model", async () => {
    const ask = vi.fn<PersonPort["ask"]>(async () => ({ answer: "blue" }));
    await using scene = await createToolScene({ person: { ask } });
    const { text, prepared } = await scene.call(askTool, { question: "Which?", choices: ["red", "blue", "red"] });
    expect(text).toBe("The user answered: blue");
    expect(ask.mock.calls[0]?.[0]).toEqual({ callId: "call-1", question: "Which?", choices: ["red", "blue"] });
    expect(prepared.title).toBe("Ask: Which?");
  });

  it("continues if no user is available", async () => {
    await using scene = await createToolScene();
    const { text, outcome } = await scene.call(askTool, { question: "Which?" });
    expect(text).toMatch(/^No answer: nobody is there\. Continue/);
    expect(outcome.isError).toBeUndefined();
  });

  it.each([{ question: "" }, { question: "a", choices: [""] }, { question: "a", choices: "b" }])(
    "refuses %j",
    (input) => {
      expect(askTool.input.safeParse(input).success).toBe(false);
    },
  );
});
