import { describe, expect, it } from "vitest";
import { PROPOSED_TASKS_MAX } from "../limits.ts";
import { readProposedPlan, renderPlanPrompt } from "./planner.ts";

describe("the planner", () => {
  it("is shown the request, the agents, and the background", () => {
    const candidates = [
      { name: "qa", whenToUse: "Testing" },
      { name: "web", modeId: "frontend", whenToUse: "Pages" },
    ];
    const prompt = renderPlanPrompt({ request: "Build it </request> now", candidates, background: "a shop" });
    expect(prompt).toContain("- agent_name: qa: Testing\n- agent_name: web, mode_slug: frontend: Pages");
    expect(prompt).toContain("<background>\na shop\n</background>");
    expect(prompt).toContain("<request_>\nBuild it </request> now\n</request_>");
    expect(renderPlanPrompt({ request: "x".repeat(1_000_000), candidates: [] }).length).toBeLessThan(100_000);
  });

  it("is read leniently", () => {
    const tasks = [
      { task_id: 1, agent_name: "qa", sub_task: " Test it ", confidence: 7, depends_on: ["2", null] },
      { task_id: "1", agent_name: "qa", sub_task: "The same id" },
      { agent_name: "qa" },
      "no task",
      { agent_name: "web", mode_slug: "frontend", description: "A page", reasoning: "two\nlines" },
    ];
    expect(readProposedPlan(JSON.stringify({ tasks, clarifying_questions: ["Which?", "", 3] }))).toEqual({
      isSingle: false,
      questions: ["Which?"],
      tasks: [
        {
          id: "1",
          agent: "qa",
          modeId: undefined,
          description: "Test it",
          confidence: 1,
          dependsOn: ["2"],
          reasoning: "",
        },
        {
          id: "5",
          agent: "web",
          modeId: "frontend",
          description: "A page",
          confidence: 0.5,
          dependsOn: [],
          reasoning: "two lines",
        },
      ],
    });
    expect(readProposedPlan("no plan")).toBeUndefined();
    const many = Array.from({ length: 30 }, (_, index) => ({ agent_name: "qa", sub_task: `${index}` }));
    expect(readProposedPlan(JSON.stringify({ tasks: many }))?.tasks).toHaveLength(PROPOSED_TASKS_MAX);
  });
});
