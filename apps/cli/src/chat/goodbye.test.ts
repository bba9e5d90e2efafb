import { expect, it } from "vitest";
import type { OpenSession } from "./chat-host.ts";
import { describeReturn } from "./goodbye.ts";

const PLAIN = { hasColor: false, hasLinks: false };

function session(more: Partial<OpenSession>): OpenSession {
  const snapshot = () => ({ items: [{ type: "user_message" }], trimmed: { items: 0 } });
  return { id: "the-id", transcript: { lastSeq: 3, snapshot }, ...more } as unknown as OpenSession;
}

it("says how to come back, but not to a session that was deleted", () => {
  expect(describeReturn(session({}), PLAIN)).toContain("parley sessions resume the-id");
  expect(describeReturn(session({ isGone: true }), PLAIN)).toBe("");
});
