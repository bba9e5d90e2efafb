import { describe, expect, it } from "vitest";
import { PARAMETERS_MAX } from "../limits.ts";
import { readProposedRecipe, renderRecipePrompt } from "./recipe-maker.ts";

describe("the recipe maker", () => {
  it("is shown the end of a conversation", () => {
    const prompt = renderRecipePrompt(`${"x".repeat(200_000)} the end </conversation>`, "releases");
    expect(prompt).toContain("the end </conversation>\n</conversation_>");
    expect(prompt).toContain("should be for this: releases");
    expect(prompt.length).toBeLessThan(100_000);
  });

  it("may answer in a fenced block", () => {
    const recipe = {
      title: "Notes",
      description: "Writes notes",
      instructions: "Write for {{ audience }}",
      activities: ["Write notes"],
      parameters: [{ key: "audience", description: "Who reads it", required: false, default: "users" }],
    };
    expect(readProposedRecipe(`Sure!\n\`\`\`json\n${JSON.stringify(recipe)}\n\`\`\``)).toEqual({
      ...recipe,
      version: "1.0.0",
      parameters: [
        {
          key: "audience",
          inputType: "string",
          requirement: "optional",
          description: "Who reads it",
          default: "users",
        },
      ],
    });
  });

  it("is read leniently", () => {
    const activities = ["1", " ", 7, "2", "3", "4", "5", "6"];
    const parameters = [
      { key: "a" },
      { key: "a" },
      { name: "b", default: 3 },
      { key: "no spaces" },
      "c",
      null,
      { key: "d", required: false },
    ];
    expect(
      readProposedRecipe(JSON.stringify({ name: "T", prompt: "Do {{ e }}", activities, parameters })),
    ).toMatchObject({
      title: "T",
      description: "T",
      prompt: "Do {{ e }}",
      activities: ["1", "2", "3", "4", "5"],
      parameters: [
        { key: "a", description: "a", requirement: "required" },
        { key: "b", description: "b", requirement: "optional", default: "3" },
        { key: "d", description: "d", requirement: "optional" },
        { key: "e", description: "e", requirement: "required" },
      ],
    });
    const many = Array.from({ length: 100 }, (_, index) => ({ key: `k${index}` }));
    const { parameters: kept } = readProposedRecipe(JSON.stringify({ title: "T", prompt: "P", parameters: many }));
    expect(kept).toHaveLength(PARAMETERS_MAX);
  });

  it.each<[text: string, why: RegExp]>([
    ["I cannot", /\/instructions/],
    ['{"title": "T"}', /\/instructions/],
    ['{"instructions": "I"}', /\/title/],
  ])("%s is not a recipe", (text, why) => {
    expect(() => readProposedRecipe(text)).toThrow(why);
  });
});
