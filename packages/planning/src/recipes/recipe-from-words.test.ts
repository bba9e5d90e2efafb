import { describe, expect, it } from "vitest";
import { PROPOSED_PARAMETERS_MAX, PARAMETER_VALUE_CHARS_MAX } from "../limits.ts";
import { readValues } from "./parameter-value.ts";
import { parseRecipe } from "./parse-recipe.ts";
import { fill } from "./placeholders.ts";
import { recipeFromWords } from "./recipe-from-words.ts";
import { generalise } from "./words-to-parameters.ts";

describe("what was particular to one time", () => {
  it.each<[text: string, generalised: string]>([
    ["Read src/app.ts and README.md.", "Read {{ file }} and {{ file_2 }}."],
    ["Get https://example.com/a.json?b=1, please", "Get {{ url }}, please"],
    ["(see http://a.example/x)", "(see {{ url }})"],
    ["a.ts, then a.ts again, then ./b.ts", "{{ file }}, then {{ file }} again, then {{ file_2 }}"],
    ["Use Node.js, e.g. version 20.19", "Use Node.js, e.g. version 20.19"],
    ["../x/y.test.ts ~/z.txt /etc/hosts.conf", "{{ file }} {{ file_2 }} {{ file_3 }}"],
    ["mail a@b.example or x.tsz", "mail a@b.example or x.tsz"],
    ["Keep {{ file }} in a.ts", "Keep {{ file }} in {{ file_2 }}"],
  ])("%j becomes %j", (text, generalised) => {
    const { texts, parameters } = generalise([text]);
    expect(texts).toEqual([generalised]);
    // Filled with the defaults it is what it was.
    const recipe = { version: "1", title: "T", description: "D", parameters };
    expect(fill(generalised, readValues(recipe, {}))).toBe(text);
  });

  it("is bounded", () => {
    const names = Array.from({ length: 30 }, (_, index) => `f${index}.ts`).join(" ");
    const { texts, parameters } = generalise([names]);
    expect(parameters).toHaveLength(PROPOSED_PARAMETERS_MAX);
    expect(texts[0]?.endsWith("f29.ts")).toBe(true);
    const braces = Array.from({ length: 200 }, (_, index) => `{{ k${index} }}`).join(" ");
    const recipe = recipeFromWords({ title: "T", agentTitle: "A", prompts: [`${braces} ${names}`] });
    expect(parseRecipe(recipe)).toEqual(recipe);
  });
});

describe("a recipe from what was said", () => {
  it("has goal, steps, prompt, activities and parameters", () => {
    const prompts = ["Explain src/a.ts", "Now test\nit", "Explain src/a.ts"];
    const recipe = recipeFromWords({ title: "A module", agentTitle: "Backend", prompts });
    expect(recipe).toEqual({
      version: "1.0.0",
      title: "A module",
      description: "What Backend was asked for: Explain src/a.ts",
      instructions:
        "The goal: Explain {{ file }}\n\nThese steps led to it, one after the other:\n1. Explain {{ file }}\n2. Now test it\n3. Explain {{ file }}",
      prompt: "Explain {{ file }}",
      activities: ["Explain {{ file }}", "Now test it"],
      parameters: [
        {
          key: "file",
          inputType: "string",
          requirement: "optional",
          description: "A file in place of src/a.ts",
          default: "src/a.ts",
        },
      ],
    });
    expect(parseRecipe(recipe)).toEqual(recipe);
  });

  it("is one that can be used, however long the words are", () => {
    const prompts = ["a.c ".repeat(50_000), `http://x.example/${"y".repeat(2 * PARAMETER_VALUE_CHARS_MAX)}`];
    const recipe = recipeFromWords({ title: " ", agentTitle: "x".repeat(5_000), prompts });
    expect(parseRecipe(recipe)).toEqual(recipe);
    expect(recipe.title).toMatch(/^a\.c a\.c/);
  });
});
