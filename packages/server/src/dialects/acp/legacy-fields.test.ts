import { expect, it } from "vitest";
import { fromLegacy } from "./legacy-fields.ts";

it("renames fields of older clients to those of the schema", () => {
  const message = { id: 1, method: "prompt", params: { session_id: "s", prompt: "hello" } };
  expect(fromLegacy(message)).toEqual({
    id: 1,
    method: "session/prompt",
    params: { sessionId: "s", prompt: [{ type: "text", text: "hello" }] },
  });
});

it("adds missing fields, and prefers a field with its current name", () => {
  const message = { id: 1, method: "load_session", params: { sessionId: "right", session_id: "wrong" } };
  expect(fromLegacy(message)["params"]).toEqual({ sessionId: "right", cwd: "", mcpServers: [] });
});

it.each([
  { method: "session/prompt", params: { session_id: "s" } },
  { id: 1, result: { session_id: "s" } },
  { method: "prompt", params: 1 },
])("leaves everything else unchanged: %j", (message) => {
  expect(fromLegacy(message)).toBe(message);
});
