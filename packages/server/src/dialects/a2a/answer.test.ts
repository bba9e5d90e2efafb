// Messages as answers to questions.
import { Role, type Message, type Part } from "@a2a-js/sdk";
import type { CreateElicitationRequest, PermissionOption } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { toElicitationResponse, toPermissionOutcome } from "./answer.ts";
import { dataPart, textPart } from "./parts.ts";

const OPTIONS: readonly PermissionOption[] = [
  { optionId: "a", name: "Allow", kind: "allow_once" },
  { optionId: "aa", name: "Always allow", kind: "allow_always" },
  { optionId: "r", name: "Reject", kind: "reject_once" },
];

function message(...parts: Part[]): Message {
  const ids = { messageId: "m", contextId: "", taskId: "t" };
  return { ...ids, role: Role.ROLE_USER, parts, metadata: undefined, extensions: [], referenceTaskIds: [] };
}

describe("a permission", () => {
  it.each([
    ["a", "a"],
    ["always allow", "aa"],
    ["2", "aa"],
    ["3", "r"],
    ["yes", "a"],
    ["Always", "aa"],
    ["no", "r"],
    [" deny ", "r"],
  ])("is answered with %j", (text, optionId) => {
    expect(toPermissionOutcome(message(textPart(text)), OPTIONS)).toEqual({ outcome: "selected", optionId });
  });

  it("is answered only with data", () => {
    expect(toPermissionOutcome(message(dataPart({ optionId: "r" })), OPTIONS)).toMatchObject({ optionId: "r" });
    expect(toPermissionOutcome(message(textPart("cancel")), OPTIONS)).toEqual({ outcome: "cancelled" });
  });

  it.each(["never", "4", "0", "", "perhaps", "constructor"])("is not answered with %j", (text) => {
    expect(() => toPermissionOutcome(message(textPart(text)), OPTIONS)).toThrow(
      expect.objectContaining({ code: "bad_input" }),
    );
  });
});

describe("a form", () => {
  const form = (properties: object, required?: string[]): CreateElicitationRequest =>
    ({
      mode: "form",
      message: "Fill in",
      sessionId: "s",
      requestedSchema: { type: "object", properties, ...(required && { required }) },
    }) as CreateElicitationRequest;
  const name = { name: { type: "string" } };

  it.each([
    [name, "Ada", { name: "Ada" }],
    [{ age: { type: "integer" } }, "36", { age: 36 }],
    [{ age: { type: "integer" } }, "old", { age: "old" }],
    [{ ok: { type: "boolean" } }, "yes", { ok: true }],
    [{ tags: { type: "array" } }, "a, b", { tags: ["a", "b"] }],
    [{}, "", {}],
  ])("with the fields %j takes the text %j", (properties, text, content) => {
    const answer = toElicitationResponse(message(textPart(text)), form(properties));
    expect(answer).toEqual({ action: "accept", content });
  });

  it("accepts data as it is, a word as its value, and text for the only required field", () => {
    expect(toElicitationResponse(message(dataPart({ name: "Ada" })), form(name))).toEqual({
      action: "accept",
      content: { name: "Ada" },
    });
    const whole = dataPart({ action: "accept", content: { name: "Ada" } });
    expect(toElicitationResponse(message(whole), form(name))).toMatchObject({ content: { name: "Ada" } });
    expect(toElicitationResponse(message(textPart("Decline")), form(name))).toEqual({ action: "decline" });
    expect(toElicitationResponse(message(dataPart({ action: "cancel" })), form(name))).toEqual({ action: "cancel" });
    const two = { ...name, age: { type: "integer" } };
    expect(toElicitationResponse(message(textPart("Ada")), form(two, ["name"]))).toMatchObject({
      content: { name: "Ada" },
    });
    expect(() => toElicitationResponse(message(textPart("Ada")), form(two))).toThrow("name, age");
  });

  it("for a page is completed on confirmation", () => {
    const page = { mode: "url", message: "Sign in", url: "https://x", elicitationId: "e", sessionId: "s" } as const;
    expect(toElicitationResponse(message(textPart("done")), page)).toEqual({ action: "accept" });
  });
});
