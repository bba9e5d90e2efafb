import { describeKnownNames } from "@parley/base";
import { describe, expect, it } from "vitest";
import { PARAMETERS_MAX, RECIPE_TITLE_CHARS_MAX } from "../limits.ts";
import { parseRecipe, RECIPE_FIELDS } from "./parse-recipe.ts";

const minimal = { title: "T", description: "D", prompt: "P" };
const withParameter = (parameter: unknown): unknown => ({ ...minimal, parameters: [parameter] });

describe("a recipe from outside", () => {
  it("needs little", () => {
    expect(parseRecipe(minimal)).toEqual({ version: "1.0.0", ...minimal });
  });

  it("keeps everything, and parses to itself", () => {
    const recipe = {
      version: "2.1.0",
      title: "Release notes",
      description: "Writes them",
      instructions: "Read {{ file }}.",
      prompt: "Write for {{audience}}, {{ count }} lines, {{ loud }}",
      activities: ["Write {{ count }} lines"],
      parameters: [
        { key: "file", inputType: "string", requirement: "required", description: "Which" },
        {
          key: "audience",
          inputType: "select",
          requirement: "optional",
          description: "Who",
          default: "all",
          options: ["all", "us"],
        },
        { key: "count", inputType: "number", requirement: "user_prompt", description: "How many", default: "3" },
        { key: "loud", inputType: "boolean", requirement: "optional", description: "Loud", default: "false" },
      ],
      agent: "backend",
      extensions: [{ name: "files", command: "/bin/mcp", args: ["-v"], env: [] }],
    };
    expect(parseRecipe(recipe)).toEqual(recipe);
    expect(parseRecipe(parseRecipe(recipe))).toEqual(recipe);
  });

  it("may be one of goose", () => {
    const parameters = [
      { key: "day", input_type: "date", requirement: "user_prompt", description: "When" },
      { key: "many", input_type: "number", requirement: "optional", description: "How many", default: 3 },
    ];
    const author = { contact: "somebody" };
    expect(parseRecipe({ ...minimal, prompt: "{{ day }} {{ many }}", parameters, author, settings: {} })).toEqual({
      version: "1.0.0",
      ...minimal,
      prompt: "{{ day }} {{ many }}",
      parameters: [
        { key: "day", inputType: "string", requirement: "user_prompt", description: "When" },
        { key: "many", inputType: "number", requirement: "optional", description: "How many", default: "3" },
      ],
    });
  });

  it("may be one that our agent wrote", () => {
    expect(
      parseRecipe(withParameter({ key: "a", description: "A", required: false, default: "x" })).parameters,
    ).toEqual([{ key: "a", inputType: "string", requirement: "optional", description: "A", default: "x" }]);
  });

  it.each<[why: string, recipe: unknown]>([
    ["/: expected an object", "recipe"],
    ["/: expected an object", [minimal]],
    ["/title: expected a non-empty string", { ...minimal, title: " " }],
    ["/title: expected a string", { ...minimal, title: 7 }],
    [
      `/title: is longer than ${RECIPE_TITLE_CHARS_MAX} characters`,
      { ...minimal, title: "x".repeat(RECIPE_TITLE_CHARS_MAX + 1) },
    ],
    ["/description: expected a non-empty string", { title: "T", prompt: "P" }],
    ["/instructions: expected instructions, a prompt or both", { title: "T", description: "D" }],
    [`/promt: unknown field; expected ${describeKnownNames("promt", RECIPE_FIELDS)}`, { ...minimal, promt: "P" }],
    [`/retry: unknown field; expected one of ${RECIPE_FIELDS.join(", ")}`, { ...minimal, retry: {} }],
    ["/activities: expected a list", { ...minimal, activities: "a" }],
    ["/activities/1: expected a string", { ...minimal, activities: ["a", null] }],
    ['/activities/0: no parameter "x" is declared', { ...minimal, activities: ["{{ x }}"] }],
    ['/prompt: no parameter "x" is declared', { ...minimal, prompt: "a {{x}} b" }],
    ['/instructions: no parameter "_y1" is declared', { ...minimal, instructions: "{{ _y1 }}" }],
    ["/parameters/0: expected an object", withParameter("key")],
    ["/parameters/0/key: expected a non-empty string", withParameter({})],
    ["/parameters/0/key: expected letters, digits and _, and no digit first", withParameter({ key: "1a" })],
    ["/parameters/0/key: expected letters, digits and _, and no digit first", withParameter({ key: "a-b" })],
    ['/parameters/1/key: there is a parameter "a" already', { ...minimal, parameters: [{ key: "a" }, { key: "a" }] }],
    [
      `/parameters: has more than ${PARAMETERS_MAX} items`,
      { ...minimal, parameters: Array.from({ length: PARAMETERS_MAX + 1 }, (_, index) => ({ key: `k${index}` })) },
    ],
    [
      "/parameters/0/input_type: expected one of string, number, boolean, select, date",
      withParameter({ key: "a", input_type: "file" }),
    ],
    [
      "/parameters/0/requirement: expected one of required, optional, user_prompt",
      withParameter({ key: "a", requirement: "x" }),
    ],
    ["/parameters/0/required: expected true or false", withParameter({ key: "a", required: "yes" })],
    ["/parameters/0/options: a select needs options", withParameter({ key: "a", inputType: "select" })],
    ["/parameters/0/options: only a select has options", withParameter({ key: "a", options: ["x"] })],
    [
      "/parameters/0/default: expected one of x, y",
      withParameter({ key: "a", inputType: "select", options: ["x", "y"], default: "z" }),
    ],
    ["/parameters/0/default: expected a number", withParameter({ key: "a", inputType: "number", default: "many" })],
    ["/parameters/0/default: expected true or false", withParameter({ key: "a", inputType: "boolean", default: "1" })],
    ["/parameters/0/default: expected a string", withParameter({ key: "a", default: 1 })],
    ["/extensions/0/command: expected string", { ...minimal, extensions: [{ name: "a", args: [], env: [] }] }],
    [
      "/extensions/0: an MCP server of an unknown type",
      { ...minimal, extensions: [{ type: "builtin", name: "developer" }] },
    ],
  ])("%s", (message, recipe) => {
    expect(() => parseRecipe(recipe)).toThrow(expect.objectContaining({ code: "bad_input", message }));
  });
});
