// What becomes of a conversation that is not as it should be, or was begun with another model.
import { describe, expect, it } from "vitest";
import { describeModel } from "../catalogue.ts";
import type { Message } from "../message.ts";
import { user } from "../testing/ask.ts";
import type { DialectName } from "./dialect.ts";
import { dialects } from "./dialects.ts";
import { pairUp } from "./pair-up.ts";
import { toPrompt } from "./to-prompt.ts";

function prompt(name: DialectName, messages: readonly Message[], model = "some-model") {
  const reader = { dialect: dialects[name], info: describeModel(name, model), model };
  return toPrompt({ system: "", messages }, reader);
}

const call = { type: "tool_call" as const, callId: "c1", name: "read", input: { path: "a" } };
const result = { callId: "c1", name: "read", isError: false, parts: [{ type: "text" as const, text: "A" }] };

describe("thoughts and signatures", () => {
  const parts = [
    { type: "thought" as const, text: "plain" },
    { type: "thought" as const, text: "signed", provider: { anthropic: { signature: "s" } } },
    { type: "text" as const, text: "said", provider: { openai: { itemId: "i" }, other: { x: 1 } } },
  ];
  const texts = (name: DialectName) => {
    const [message] = prompt(name, [{ role: "assistant", parts }]);
    return message?.role === "assistant" ? message.content.map((part) => ("text" in part ? part.text : part.type)) : [];
  };

  it("are sent back only to their own provider", () => {
    expect(texts("anthropic")).toEqual(["signed", "said"]);
    expect(texts("openai")).toEqual(["said"]);
    expect(texts("chat")).toEqual(["plain", "said"]);
    expect(texts("google")).toEqual(["plain", "said"]);
  });

  it("are sent back unchanged", () => {
    const [message] = prompt("openai", [{ role: "assistant", parts }]);
    expect(message?.content).toEqual([{ type: "text", text: "said", providerOptions: { openai: { itemId: "i" } } }]);
  });
});

describe("calls and results", () => {
  it("have an object for input and a word for a result, always", () => {
    const odd = ["text", 7, null, [1], undefined].map((input, at) => ({ ...call, callId: `c${at}`, input }));
    const results = odd.map(({ callId }) => ({ ...result, callId, parts: [] }));
    const [answer, tool] = prompt("chat", [
      { role: "assistant", parts: odd },
      { role: "tool", results },
    ]);
    expect(answer?.content).toEqual(
      [{ input: "text" }, { input: 7 }, { input: null }, { input: [1] }, {}].map((input) =>
        expect.objectContaining({ input }),
      ),
    );
    expect(tool?.content).toEqual(
      odd.map(() => expect.objectContaining({ output: { type: "text", value: "(nothing)" } })),
    );
  });

  it("are identified by ids in characters that every provider accepts", () => {
    const id = "functions.read:0";
    const [answer, tool] = prompt("anthropic", [
      { role: "assistant", parts: [{ ...call, callId: id }] },
      { role: "tool", results: [{ ...result, callId: id, isError: true }] },
    ]);
    expect(answer?.content).toEqual([expect.objectContaining({ toolCallId: "functions_read_0" })]);
    expect(tool?.content).toEqual([
      expect.objectContaining({ toolCallId: "functions_read_0", output: { type: "error-text", value: "A" } }),
    ]);
  });
});

describe("pairs", () => {
  const whole: readonly Message[] = [
    user("x"),
    { role: "assistant", parts: [call] },
    { role: "tool", results: [result] },
  ];

  it("are left alone when they are complete", () => {
    expect(pairUp(whole)).toBe(whole);
  });

  it("are completed when a turn was interrupted", () => {
    const second = { ...call, callId: "c2" };
    const repaired = pairUp([
      { role: "assistant", parts: [call, second] },
      { role: "tool", results: [result] },
      user("next"),
      { role: "assistant", parts: [call] },
      user("again"),
    ]);
    expect(repaired.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "assistant", "tool", "user"]);
    expect(repaired[1]).toMatchObject({ results: [result, { callId: "c2", isError: true }] });
    expect(repaired[4]).toMatchObject({ results: [{ callId: "c1", isError: true }] });
  });

  it("lose results that answer nothing", () => {
    expect(pairUp([user("x"), { role: "tool", results: [result] }]).map(({ role }) => role)).toEqual(["user"]);
    const twice = pairUp([whole[1]!, { role: "tool", results: [result, result, { ...result, callId: "no" }] }]);
    expect(twice[1]).toEqual({ role: "tool", results: [result] });
  });
});

it("says something where nothing was said, because providers insist", () => {
  const [message, ...rest] = prompt("anthropic", [
    { role: "user", parts: [{ type: "text", text: " " }] },
    { role: "assistant", parts: [{ type: "text", text: "\n" }] },
  ]);
  expect(message?.content).toEqual([{ type: "text", text: "(nothing)" }]);
  expect(rest).toEqual([]);
});
