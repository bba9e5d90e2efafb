import { describe, expect, it } from "vitest";
import { ACP_SESSION_ID_CHARS_MAX } from "../../../limits.ts";
import { isInitialize, isMessage, scopeOf } from "./header-rules.ts";
import { Routing } from "./routing.ts";

const routing = new Routing();
routing.outgoing(
  { jsonrpc: "2.0", id: 7, method: "session/request_permission", params: { sessionId: "s1" } },
  () => true,
);

const prompt = { id: 1, method: "session/prompt", params: { sessionId: "s1" } };

describe("the session of a message", () => {
  it.each([
    ["a request without a session", { id: 1, method: "session/new", params: {} }, undefined, undefined],
    ["a request that needs none, with a header", { id: 1, method: "session/new", params: {} }, "s1", undefined],
    ["a prompt", prompt, "s1", "s1"],
    ["an own method that names a session", { method: "_parley/x", params: { sessionId: "s1" } }, "s1", "s1"],
    ["an answer to a question of a session", { id: 7, result: {} }, "s1", "s1"],
    ["an answer to an unknown question", { id: 8, result: {} }, undefined, undefined],
    ["an answer that has a session in its own fields", { id: 8, params: { sessionId: "s2" } }, undefined, undefined],
  ])("is found for %s", (_, message, header, scope) => {
    expect(scopeOf({ message, header, routing })).toEqual({ scope });
  });

  it.each([
    ["a prompt without a header", prompt, undefined, "Missing Acp-Session-Id"],
    ["a prompt with the header of another session", prompt, "s2", "Mismatched Acp-Session-Id"],
    ["a prompt that names no session", { id: 1, method: "session/prompt" }, undefined, "Missing Acp-Session-Id"],
    ["an answer with the header of another session", { id: 7, result: {} }, "s2", "Mismatched Acp-Session-Id"],
    ["an answer without a header", { id: 7, error: {} }, undefined, "Missing Acp-Session-Id"],
    ["a long header", {}, "x".repeat(ACP_SESSION_ID_CHARS_MAX + 1), "Acp-Session-Id is too long"],
  ])("is refused for %s", (_, message, header, wrong) => {
    expect(scopeOf({ message, header, routing })).toEqual({ wrong });
  });
});

describe("a message", () => {
  it.each([
    { jsonrpc: "2.0", method: "a" },
    { method: "a", id: 1 },
    { method: "a", id: "x" },
    { id: 1, result: null },
    { id: 1, error: undefined },
  ])("is a request, a notification or an answer: %j", (value) => {
    expect(isMessage(value)).toBe(true);
  });

  it.each([
    null,
    "text",
    [],
    [{ method: "a" }],
    {},
    { jsonrpc: "1.0", method: "a" },
    { method: 5 },
    { method: "a", id: {} },
    { id: 1 },
    { result: {} },
    { id: {}, result: {} },
  ])("is not %j", (value) => {
    expect(isMessage(value)).toBe(false);
  });
});

it("opens a connection only with a request", () => {
  expect(isInitialize({ method: "initialize", id: 0 })).toBe(true);
  expect(
    [{ method: "initialize" }, { method: "initialize", id: {} }, { method: "x", id: 1 }].map(isInitialize),
  ).toEqual([false, false, false]);
});
