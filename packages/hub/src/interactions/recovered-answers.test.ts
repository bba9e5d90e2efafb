import type { PermissionInteraction } from "../api/interactions.ts";
import { describe, expect, it } from "vitest";
import { RecoveredAnswers } from "./recovered-answers.ts";

const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
] as const;
const toolCall = {
  toolCallId: "call-1",
  title: "Write a.txt",
  kind: "edit",
  status: "pending",
  rawInput: { path: "a.txt", content: "x" },
} as const;
const answered: PermissionInteraction = {
  id: "question-1",
  kind: "permission",
  agent: "backend",
  createdAtMs: 0,
  expiresAtMs: 1,
  state: "answered",
  reason: "",
  toolCall,
  options,
  answer: { outcome: { outcome: "selected", optionId: "yes" } },
};

function keep(): RecoveredAnswers {
  const given = new RecoveredAnswers();
  given.keep("turn", [answered]);
  return given;
}

describe("an answer that was given before the agent asked again", () => {
  it("applies to the same question with any ids, and is used once", () => {
    const given = keep();
    const { content, path } = toolCall.rawInput;
    const again = {
      ...toolCall,
      toolCallId: "call-9",
      status: undefined,
      rawInput: { content, path },
      locations: null,
    };
    expect(given.take("another turn", { kind: "permission", toolCall: again, options })).toBeUndefined();
    expect(given.take("turn", { kind: "permission", toolCall: again, options })).toBe(answered);
    expect(given.take("turn", { kind: "permission", toolCall: again, options })).toBeUndefined();
    expect(given.end("turn")).toEqual([]);
  });

  it.each([
    ["title", { ...toolCall, title: "Write b.txt" }, options],
    ["kind", { ...toolCall, kind: "execute" as const }, options],
    ["input", { ...toolCall, rawInput: { path: "a.txt", content: "y" } }, options],
    ["more input", { ...toolCall, rawInput: { ...toolCall.rawInput, mode: "0777" } }, options],
    ["locations", { ...toolCall, locations: [{ path: "/etc/passwd" }] }, options],
    ["diff", { ...toolCall, content: [{ type: "diff" as const, path: "/a.txt", newText: "z" }] }, options],
    ["meaning of an option", toolCall, [{ ...options[0], kind: "allow_always" as const }, options[1]]],
    ["number of options", toolCall, [options[0]]],
  ])("does not apply to one with another %s", (_, other, offered) => {
    const given = keep();
    expect(given.take("turn", { kind: "permission", toolCall: other, options: offered })).toBeUndefined();
    expect(given.isWaiting("turn")).toBe(true);
    expect(given.end("turn")).toEqual([answered]);
    expect(given.isWaiting("turn")).toBe(false);
  });

  it("applies to the same form", () => {
    const given = new RecoveredAnswers();
    const request = {
      mode: "form",
      sessionId: "s1",
      toolCallId: "c1",
      message: "Which?",
      requestedSchema: { type: "object", properties: { a: { type: "string" } } },
    } as const;
    const { toolCall: _call, options: _options, reason: _reason, ...base } = answered;
    given.keep("turn", [{ ...base, kind: "elicitation", request, answer: { action: "decline" } }]);
    const other = { ...request, message: "Which one?" };
    expect(given.take("turn", { kind: "elicitation", request: other })).toBeUndefined();
    const again = { ...request, sessionId: "s2", toolCallId: "c2" };
    expect(given.take("turn", { kind: "elicitation", request: again })).toMatchObject({
      answer: { action: "decline" },
    });
  });
});
