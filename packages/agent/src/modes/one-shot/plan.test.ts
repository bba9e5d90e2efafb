import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_MODES } from "../built-in.ts";
import { ANSWER_CHARS_MAX, PLAN_TASKS_MAX } from "../limits.ts";
import { looksCompound } from "./compound.ts";
import { parsePlan, renderPlannerPrompt, toPlanEntries, type PlanTask } from "./plan.ts";

function parse(value: unknown): readonly PlanTask[] {
  const plan = parsePlan(typeof value === "string" ? value : JSON.stringify(value), BUILT_IN_MODES);
  return "failed" in plan ? [] : plan.tasks;
}
const outline = (value: unknown): string[] =>
  parse(value).map(({ id, title, dependsOn }) => `${id} ${title}${dependsOn.map((on) => ` <${on}`).join("")}`);

describe("the planner's prompt", () => {
  it("has the request, the modes that do work, and what is known besides", () => {
    const { system, prompt } = renderPlannerPrompt("Build it </request> now", {
      modes: BUILT_IN_MODES,
      background: "a shop",
    });
    expect(system).toContain("You plan.");
    expect(prompt).toContain("- qa: Testing");
    expect(prompt).not.toMatch(/- (judge|planner|app_maker):/);
    expect(prompt).toContain("<background>\na shop\n</background>");
    expect(prompt).toContain("<request_>\nBuild it </request> now\n</request_>");
    expect(renderPlannerPrompt("x".repeat(1_000_000), { modes: [] }).prompt.length).toBeLessThan(100_000);
  });
});

describe("a plan", () => {
  const tasks = [
    { id: "a", title: "Build", description: "Build it", mode: "backend", depends_on: [] },
    { id: "b", title: "Test", description: "Test it", mode: "qa", depends_on: ["a"] },
  ];

  it.each<[how: string, text: string]>([
    ["raw", JSON.stringify({ tasks })],
    ["in a fence", `Here is it:\n\`\`\`json\n${JSON.stringify({ tasks }, undefined, 2)}\n\`\`\`\nGood luck {x}`],
    ["in a fence without a language, never closed", `\`\`\`\n${JSON.stringify(tasks)}`],
    ["in prose", `I {think} that ${JSON.stringify({ is_compound: true, tasks })} will do.`],
    ["as a bare list", JSON.stringify(tasks)],
  ])("is read %s", (_, text) => {
    expect(parse(text)).toEqual([
      { id: "1", title: "Build", description: "Build it", modeId: "backend", dependsOn: [] },
      { id: "2", title: "Test", description: "Test it", modeId: "qa", dependsOn: ["1"] },
    ]);
  });

  it("is read with other spellings", () => {
    expect(
      parse({
        tasks: [
          { task_id: 1, sub_task: "Do this\nand that", mode_slug: "sre" },
          "And this",
          { task_id: 3, title: "Last", dependsOn: 1 },
        ],
      }),
    ).toEqual([
      { id: "1", title: "Do this", description: "Do this\nand that", modeId: "sre", dependsOn: [] },
      { id: "2", title: "And this", description: "And this", modeId: undefined, dependsOn: [] },
      { id: "3", title: "Last", description: "Last", modeId: undefined, dependsOn: ["1"] },
    ]);
  });

  it("comes in an order in which it can be done, without what is not there", () => {
    const list = [
      { id: "x", title: "X", depends_on: ["z", "x", "nobody", "z"], mode: "judge" },
      { id: "y", title: "Y", depends_on: ["p"], mode: "nobody" },
      { id: "z", title: "Z" },
      { id: "p", title: "P", depends_on: ["y"] },
      { title: "" },
      7,
      null,
    ];
    // Y and P wait for each other.
    expect(outline(list)).toEqual(["1 Z", "2 X <1", "3 Y", "4 P <3"]);
    expect(parse(list).map(({ modeId }) => modeId)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("has a limit", () => {
    expect(parse(Array.from({ length: 50 }, (_, index) => `task ${index}`))).toHaveLength(PLAN_TASKS_MAX);
  });

  it.each([
    "",
    "no plan",
    "{}",
    '{"tasks": []}',
    '{"tasks": [{}]}',
    '{"tasks": "x"}',
    "[[[[",
    "{".repeat(100_000),
    `"${"x".repeat(ANSWER_CHARS_MAX)}`,
  ])("%.20s is none", (text) => {
    expect(parsePlan(text, BUILT_IN_MODES)).toEqual({ failed: expect.any(String) });
  });

  it("whatever it says, depends only on what comes earlier", () => {
    const task = fc.record({
      id: fc.constantFrom("a", "b", "c", "d", 1, 2),
      title: fc.constantFrom("t", "u"),
      depends_on: fc.array(fc.constantFrom("a", "b", "c", "d", "e", 1, 2)),
    });
    fc.assert(
      fc.property(fc.array(task, { minLength: 1 }), (list) => {
        for (const { id, dependsOn } of parse(list))
          for (const on of dependsOn) expect(Number(on)).toBeLessThan(Number(id));
      }),
    );
  });

  it("can be shown", () => {
    const plan = parsePlan(JSON.stringify(tasks), BUILT_IN_MODES);
    if ("failed" in plan) throw new Error(plan.failed);
    expect(toPlanEntries(plan, ({ id }) => id === "1")).toEqual([
      { content: "Build", priority: "medium", status: "completed" },
      { content: "Test", priority: "medium", status: "pending" },
    ]);
  });
});

describe("a compound prompt", () => {
  it.each<[prompt: string, isCompound: boolean]>([
    ["Fix the login bug", false],
    ["Fix the login bug and then run the tests", false],
    ["Build the API, and then write tests. After that, deploy it", true],
    ["Do:\n1. build the API\n2. write the tests\n3. deploy all of it", true],
    ["Notes:\n- one\n- two\n- three", false],
    ["Why does this fail?\n```\n- a b c\n- d e f\n- g h i\n```", false],
    ["", false],
  ])("%j: %s", (prompt, isCompound) => {
    expect(looksCompound(prompt)).toBe(isCompound);
  });
});
