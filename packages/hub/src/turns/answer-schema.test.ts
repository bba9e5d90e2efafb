import { describe, expect, it } from "vitest";
import { SCHEMA_CHARS_MAX } from "../limits.ts";
import { compileSchema, type AnswerSchema } from "./answer-schema.ts";

const NUMBER = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const FOR_NUMBER = compileSchema(NUMBER, "f");
const ended = { stopReason: "end_turn" };

/** Asks an agent that says these things, and notes what it is told the second time. */
async function askFor(schema: AnswerSchema, ...answers: readonly string[]) {
  const retries: (string | undefined)[] = [];
  const turn = await schema.ask((retry) => {
    retries.push(retry);
    return Promise.resolve({ ending: ended, said: answers[retries.length - 1] ?? "" });
  });
  return { value: turn.answer?.value, retries };
}

describe("a schema", () => {
  it.each<[string, unknown]>([
    ["a text", "{}"],
    ["nothing", null],
    ["a list", []],
    ["too long", { description: "x".repeat(SCHEMA_CHARS_MAX) }],
    ["no schema", { type: "nonsense" }],
    ["one that refers to another address", { $ref: "https://a.example/schema.json" }],
  ])("that is %s is refused, with the name of the field", (_what, schema) => {
    const error = expect.objectContaining({ code: "bad_input", message: expect.stringMatching(/^\/field: /) });
    expect(() => compileSchema(schema, "/field")).toThrow(error);
  });

  it("goes to the agent as it was given", () => {
    expect(FOR_NUMBER.instruction).toContain(JSON.stringify(NUMBER));
  });
});

describe("an answer", () => {
  it.each([
    ['{"n":1}', { n: 1 }],
    ['Here it is:\n```json\n{"n": 2}\n```\nDone.', { n: 2 }],
  ])("that fits is found in %j", async (said, value) => {
    expect(await askFor(FOR_NUMBER, said)).toEqual({ value, retries: [undefined] });
  });

  it("may be a single value, also null", async () => {
    const schema = compileSchema({ type: ["number", "null"] }, "f");
    expect((await askFor(schema, " 7 ")).value).toBe(7);
    expect(await askFor(schema, "null")).toEqual({ value: null, retries: [undefined] });
  });

  it("that does not fit is asked for once more, with what is wrong", async () => {
    const { value, retries } = await askFor(FOR_NUMBER, '{"n":"1"}', '{"n":1}');
    expect(value).toEqual({ n: 1 });
    expect(retries[1]).toContain("/n must be number");
    expect((await askFor(FOR_NUMBER, "no", '{"n":1}')).retries[1]).toContain("has no JSON in it");
    await expect(askFor(FOR_NUMBER, "no", "[]", '{"n":1}')).rejects.toMatchObject({
      code: "invalid_message",
    });
  });

  it.each([{ stopReason: "cancelled" }, { stopReason: "end_turn", error: "x" }, {}])(
    "of a turn that ended with %j is not looked at",
    async (ending) => {
      expect(await FOR_NUMBER.ask(() => Promise.resolve({ ending, said: "no" }))).toEqual({ ending });
    },
  );
});
