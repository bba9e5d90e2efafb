import type { CreateElicitationRequest, ElicitationSchema, PermissionOption } from "@parley/acp";
import { describe, expect, test } from "vitest";
import type { Message } from "../wire.ts";
import { toElicitationResponse } from "./elicitation-answer.ts";
import { toPermissionOutcome } from "./permission-answer.ts";

const OPTIONS: readonly PermissionOption[] = [
  { optionId: "a1", name: "Allow", kind: "allow_once" },
  { optionId: "a2", name: "Always allow", kind: "allow_always" },
  { optionId: "r1", name: "Reject", kind: "reject_once" },
  { optionId: "r2", name: "Reject and stop", kind: "reject_once" },
];

const say = (content: string, type = "text/plain"): Message => ({
  role: "user",
  parts: [{ content_type: type, content }],
});
const NOTHING: Message = { role: "user", parts: [] };

describe("a permission", () => {
  test.each([
    ["a1", "a1"],
    ["A1", "a1"],
    [" always ALLOW ", "a2"],
    ["allow_always", "a2"],
    ["allow-once", "a1"],
    ["Reject", "r1"],
    [`{"option_id": "r2"}`, "r2"],
  ])("is answered by %j", (content, optionId) => {
    expect(toPermissionOutcome(say(content), OPTIONS)).toEqual({ outcome: "selected", optionId });
  });

  test("is cancelled by the word cancel", () => {
    expect(toPermissionOutcome(say("cancel"), OPTIONS)).toEqual({ outcome: "cancelled" });
    expect(toPermissionOutcome(say(`{"outcome":"cancelled"}`, "application/json"), OPTIONS)).toEqual({
      outcome: "cancelled",
    });
  });

  test.each(["", "maybe", "reject_once", `{"optionId":"x"}`, `{"optionId":1}`])("is not answered by %j", (content) => {
    expect(() => toPermissionOutcome(say(content), OPTIONS)).toThrow(/a1 \(Allow\)/);
    expect(() => toPermissionOutcome(NOTHING, OPTIONS)).toThrow(/an option is required/);
  });
});

describe("a form", () => {
  const form = (requestedSchema: ElicitationSchema): CreateElicitationRequest => ({
    mode: "form",
    sessionId: "s",
    message: "Well?",
    requestedSchema,
  });
  const one = (property: object, required: string[] = ["x"]): CreateElicitationRequest =>
    form({ type: "object", properties: { x: property } as ElicitationSchema["properties"], required });

  test.each<[object, string, unknown]>([
    [{ type: "string" }, "blue", "blue"],
    [{ type: "number" }, "1.5", 1.5],
    [{ type: "boolean" }, "yes", true],
    [{ type: "boolean" }, "false", false],
    [{ type: "array" }, "a, b", ["a", "b"]],
    [{ type: "string" }, `{"action":"accept","content":{"x":"blue"}}`, "blue"],
    [{ type: "string" }, `{"x":"blue"}`, "blue"],
  ])("with one field of %j takes %j", (property, content, x) => {
    expect(toElicitationResponse(say(content), one(property))).toEqual({ action: "accept", content: { x } });
  });

  test("is declined and cancelled by a word", () => {
    expect(toElicitationResponse(say("decline"), one({ type: "string" }))).toEqual({ action: "decline" });
    expect(toElicitationResponse(say(`{"action":"cancel"}`), one({ type: "string" }))).toEqual({ action: "cancel" });
  });

  test("without required fields is answered by an empty answer", () => {
    expect(toElicitationResponse(NOTHING, one({ type: "string" }, []))).toEqual({ action: "accept", content: {} });
  });

  test("reports what is missing or wrong", () => {
    expect(() => toElicitationResponse(NOTHING, one({ type: "string" }))).toThrow(/x is missing/);
    expect(() => toElicitationResponse(say("many"), one({ type: "number" }))).toThrow(/is not a number/);
    expect(() => toElicitationResponse(say("maybe"), one({ type: "boolean" }))).toThrow(/neither true nor false/);
    expect(() => toElicitationResponse(say(`{"content":{"x":{}}}`), one({ type: "string" }))).toThrow(/content\.x/);
    const two = form({ type: "object", properties: { x: { type: "string" }, y: { type: "string" } } });
    expect(() => toElicitationResponse(say("blue"), two)).toThrow(/does not name the field/);
  });

  test("a page is completed on confirmation", () => {
    const page = { mode: "url", sessionId: "s", message: "Sign in", url: "https://x.org", elicitationId: "e" } as const;
    expect(toElicitationResponse(say("Done"), page)).toEqual({ action: "accept" });
    expect(() => toElicitationResponse(say("hm"), page)).toThrow(/done/);
  });
});
