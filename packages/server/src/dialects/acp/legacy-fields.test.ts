import { expect, it } from "vitest";
import { fromLegacy } from "./legacy-fields.ts";

it("gives older clients' messages the names of the schema", () => {
  const message = { id: 1, method: "prompt", params: { session_id: "s", prompt: "hello" } };
  expect(fromLegacy(message)).toEqual({
    id: 1,
    method: "session/prompt",
    params: { sessionId: "s", prompt: [{ type: "text", text: "hello" }] },
  });
});

it("adds what they leave out, and prefers a field that has its proper name", () => {
  const message = { id: 1, method: "load_session", params: { sessionId: "right", session_id: "wrong" } };
  expect(fromLegacy(message)["params"]).toEqual({ sessionId: "right", cwd: "", mcpServers: [] });
});

it.each([
  { method: "session/prompt", params: { session_id: "s" } },
  { id: 1, result: { session_id: "s" } },
  { method: "prompt", params: 1 },
])("leaves everything else as it is: %j", (message) => {
  expect(fromLegacy(message)).toBe(message);
});
