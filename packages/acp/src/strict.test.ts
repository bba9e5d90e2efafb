// The strict validators refuse what the tolerant decoders forgive.
import { expect, test } from "vitest";
import { decoders, type Decoded } from "./decode.ts";
import { validate } from "./strict.ts";

const TEXT = { type: "text", text: "hi" };

test.each<[name: keyof Decoded, value: unknown]>([
  ["SessionNotification", { sessionId: "s", update: { sessionUpdate: "agent_message_chunk", content: TEXT } }],
  ["ForkSessionRequest", { sessionId: "s", cwd: "/", systemPrompt: { mode: "append" } }],
  ["SetSessionModelRequest", { sessionId: "s", modelId: "m" }],
  ["PromptResponse", { stopReason: "end_turn", usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } }],
  ["NewSessionResponse", { sessionId: "s", models: { currentModelId: "m", availableModels: [] } }],
  ["CreateElicitationRequest", { mode: "later", message: "m", sessionId: "s" }],
])("%s %j is valid", (name, value) => {
  expect(validate(name, value)).toEqual({ ok: true });
});

test.each<[name: keyof Decoded, value: unknown, path: string, message: string]>([
  ["SessionNotification", { sessionId: "s" }, "", "must have required property 'update'"],
  ["ContentBlock", { ...TEXT, text: 3 }, "/text", "must be string"],
  ["ContentBlock", { type: "hologram" }, "", 'value of tag "type" must be in oneOf'],
  ["ContentBlock", "text", "", "must be object"],
  ["PromptResponse", { stopReason: "bored" }, "/stopReason", "must match exactly one schema in oneOf"],
  ["InitializeRequest", { protocolVersion: 65_536 }, "/protocolVersion", "must be <= 65535"],
  ["ToolCallLocation", { path: "/a", line: 2 ** 32 }, "/line", "must be <= 4294967295"],
  ["UsageUpdate", { used: 1.5, size: 2 }, "/used", "must be integer"],
  ["Notice", { severity: "info", title: "" }, "/title", "must NOT have fewer than 1 characters"],
  ["Plan", { entries: "none" }, "/entries", "must be array"],
  ["AuthenticateRequest", { authMethodId: "key" }, "", "must have required property 'methodId'"],
  ["ModelInfo", { modelId: "m" }, "", "must have required property 'name'"],
  ["ElicitationUrlMode", { sessionId: "s", elicitationId: "e", url: "example" }, "/url", "must match pattern"],
])("%s %j is refused at %j", (name, value, path, message) => {
  const result = validate(name, value);
  expect(result.ok).toBe(false);
  expect(result.ok ? [] : result.errors).toContainEqual({ path, message: expect.stringContaining(message) as string });
});

test("validating does not change the value, as decoding may", () => {
  const value = { sessionId: "s", title: 5 };
  const copy = structuredClone(value);
  validate("SessionInfo", value);
  expect(value).toEqual(copy);
});

test("there is a validator for everything that can be decoded", () => {
  for (const name of Object.keys(decoders) as (keyof Decoded)[]) expect(validate(name, undefined).ok).toBe(false);
});
