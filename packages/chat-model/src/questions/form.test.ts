import type { ElicitationSchema } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { describeElicitation } from "./elicitation-answer.ts";
import { chosenRow, toFieldRows } from "./field-rows.ts";
import { checkChoices, checkText, toFormFields, type FormField } from "./form-field.ts";
import { Form } from "./form.ts";

const SCHEMA: ElicitationSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", maxLength: 5 },
    age: { type: "integer", minimum: 0, maximum: 150 },
    isNew: { type: "boolean", title: "New?" },
    size: { type: "string", enum: ["small", "large"], default: "large" },
    days: { type: "array", items: { type: "string", enum: ["mon", "tue", "wed"] }, maxItems: 2 },
  },
  required: ["name", "isNew"],
};

function field<Type extends FormField["type"]>(name: string, _type: Type): Extract<FormField, { type: Type }> {
  return toFormFields(SCHEMA).find((one) => one.name === name) as Extract<FormField, { type: Type }>;
}

describe("toFormFields", () => {
  it("knows kinds, labels, hints and what is required", () => {
    expect(toFormFields(SCHEMA).map(({ type, label, isRequired }) => [type, label, isRequired])).toEqual([
      ["text", "Name", true],
      ["text", "age", false],
      ["boolean", "New?", true],
      ["choice", "size", false],
      ["choices", "days", false],
    ]);
    expect(field("age", "text").hint).toBe("whole number, 0 to 150");
  });

  it("takes a field of an unknown kind for text", () => {
    const schema = { properties: { x: { kind: "unknown", raw: { type: "colour" } } } } as unknown as ElicitationSchema;
    expect(toFormFields(schema)).toMatchObject([{ type: "text", name: "x" }]);
  });
});

describe("checks", () => {
  it("turn text into the kind of value that is asked for, or say what is wrong", () => {
    expect(checkText(field("age", "text"), "36")).toEqual({ value: 36 });
    expect(checkText(field("age", "text"), "")).toEqual({ value: undefined });
    expect(checkText(field("age", "text"), "many")).toEqual({ problem: "This field must be a whole number." });
    expect(checkText(field("name", "text"), "")).toEqual({ problem: "This field is required." });
    expect(checkChoices(field("days", "choices"), ["mon", "tue", "wed"])).toHaveProperty("problem");
    expect(checkChoices(field("days", "choices"), [])).toEqual({ value: undefined });
  });

  it("can be those of a surface that tries patterns", () => {
    const checkAnswer = () => ({ field: "name", problem: "must match ^x$" });
    expect(checkText(field("name", "text"), "y", checkAnswer)).toEqual({ problem: "This field must match ^x$." });
  });
});

describe("rows", () => {
  it("offer to leave out what is optional, and choose nothing by themselves", () => {
    const sizes = toFieldRows(field("size", "choice"));
    expect(sizes.map(({ key, label }) => `${key} ${label}`)).toEqual(["1 small", "2 large", "- (leave out)"]);
    expect(toFieldRows(field("isNew", "boolean")).map(({ value }) => value)).toEqual([true, false]);
    expect([chosenRow(sizes, undefined), chosenRow(sizes, "large"), chosenRow(sizes, "huge")]).toEqual([
      undefined,
      1,
      undefined,
    ]);
  });
});

describe("Form", () => {
  it("starts with the agent's suggestions only, and answers when every field is right", () => {
    const form = new Form(SCHEMA);
    expect(form.fields.map(({ name }) => form.value(name))).toEqual([
      undefined,
      undefined,
      undefined,
      "large",
      undefined,
    ]);
    expect(form.submit()).toBeUndefined();
    expect([form.problem("name"), form.problem("isNew"), form.problem("age")]).toEqual([
      "This field is required.",
      "This field is required.",
      undefined,
    ]);
    expect(form.firstProblem?.name).toBe("name");
    expect(form.take("name", { value: "Ada" })).toBe(true);
    expect(form.take("isNew", { value: false })).toBe(true);
    expect(form.submit()).toEqual({ name: "Ada", isNew: false, size: "large" });
  });

  it("does not take a value that is wrong, and forgets one that is left out", () => {
    const form = new Form(SCHEMA);
    form.take("name", { value: "Ada" });
    expect(form.take("name", { problem: "No." })).toBe(false);
    expect([form.value("name"), form.problem("name")]).toEqual(["Ada", "No."]);
    form.take("size", { value: undefined });
    expect(form.value("size")).toBeUndefined();
  });

  it("shows an answer that was refused again, with the reason", () => {
    const before = { name: "Ada", isNew: true, age: 200 };
    const form = new Form(SCHEMA, { before, refused: { field: "age", problem: "must be at most 150" } });
    expect([form.firstProblem?.name, form.problem("age")]).toEqual(["age", "This field must be at most 150."]);
    expect(form.value("size")).toBeUndefined();
    form.take("age", { value: 20 });
    expect(form.submit()).toEqual({ ...before, age: 20 });
  });
});

describe("describeElicitation", () => {
  const request = { mode: "form", message: "Who?", sessionId: "s", requestedSchema: { type: "object" } } as const;
  const answered = (response: object) =>
    describeElicitation({ request, answer: { response, by: "user", at: 0 } as never });

  it("has the fields, or how it ended", () => {
    expect(answered({ action: "accept", content: { name: "Ada", old: false, tags: ["a", "b"] } })).toEqual({
      message: "Who?",
      fields: [
        { name: "name", value: "Ada" },
        { name: "old", value: "no" },
        { name: "tags", value: "a, b" },
      ],
      ending: undefined,
    });
    expect(["accept", "decline", "cancel"].map((action) => answered({ action }).ending)).toEqual([
      "accepted",
      "declined",
      "answered in another window",
    ]);
    expect(describeElicitation({ request: null, answer: null })).toEqual({
      message: "A question",
      fields: [],
      ending: "no answer",
    });
  });
});
