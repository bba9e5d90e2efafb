import { describe, expect, it } from "vitest";
import { PARAMETER_VALUE_CHARS_MAX } from "../limits.ts";
import { readValues } from "./parameter-value.ts";
import { fill, findKeys } from "./placeholders.ts";
import type { Recipe, RecipeParameter } from "./recipe.ts";

function recipe(...parameters: Partial<RecipeParameter>[]): Recipe {
  const blank = { key: "a", inputType: "string", requirement: "optional", description: "what it is" } as const;
  return {
    version: "1.0.0",
    title: "T",
    description: "D",
    parameters: parameters.map((one) => ({ ...blank, ...one })),
  };
}

describe("values of parameters", () => {
  it.each<[parameter: Partial<RecipeParameter>, given: unknown, text: string]>([
    [{}, "x", "x"],
    [{}, "", ""],
    [{}, undefined, ""],
    [{}, null, ""],
    [{ default: "d" }, undefined, "d"],
    [{ default: "d", requirement: "user_prompt" }, undefined, "d"],
    [{ inputType: "number" }, 3, "3"],
    [{ inputType: "number" }, " -1.5 ", "-1.5"],
    [{ inputType: "boolean" }, true, "true"],
    [{ inputType: "boolean" }, "false", "false"],
    [{ inputType: "select", options: ["x", "y"] }, "y", "y"],
  ])("%j given %j is %j", (parameter, given, text) => {
    expect(readValues(recipe(parameter), { a: given }).get("a")).toBe(text);
  });

  it.each<[parameter: Partial<RecipeParameter>, given: unknown, message: string]>([
    [{ requirement: "required" }, undefined, "/values/a: is missing: what it is"],
    [{ requirement: "required", default: "d" }, undefined, "/values/a: is missing: what it is"],
    [{ requirement: "user_prompt" }, undefined, "/values/a: is missing: what it is"],
    [{}, 3, "/values/a: expected a string"],
    [
      {},
      "x".repeat(PARAMETER_VALUE_CHARS_MAX + 1),
      `/values/a: is longer than ${PARAMETER_VALUE_CHARS_MAX} characters`,
    ],
    [{ inputType: "number" }, "", "/values/a: expected a number"],
    [{ inputType: "number" }, "1e999", "/values/a: expected a number"],
    [{ inputType: "boolean" }, 1, "/values/a: expected true or false"],
    [{ inputType: "select", options: ["x"] }, "z", "/values/a: expected one of x"],
  ])("%j given %.20j is refused", (parameter, given, message) => {
    expect(() => readValues(recipe(parameter), { a: given })).toThrow(
      expect.objectContaining({ code: "bad_input", message }),
    );
  });

  it("are only for parameters that there are", () => {
    expect(() => readValues(recipe(), { b: 1 })).toThrow("/values/b: no such parameter");
    expect(() => readValues(recipe(), [])).toThrow("/values: expected an object");
    expect(() => readValues(recipe({ key: "toString", requirement: "required" }), {})).toThrow(
      "/values/toString: is missing",
    );
  });
});

describe("placeholders", () => {
  it("are found, each once", () => {
    expect(findKeys("{{a}} {{ b_1 }} {{a}} {{ 1x }} { {c} } {{d e}} {{\tf\t}}")).toEqual(["a", "b_1", "f"]);
  });

  it("are filled once, with any text in the values", () => {
    const values = new Map([
      ["a", "{{ b }} $& $1"],
      ["b", "B"],
    ]);
    expect(fill("{{ a }}-{{b}}-{{ c }}", values)).toBe("{{ b }} $& $1-B-{{ c }}");
  });
});
