import type { SessionEvent } from "@parley/acp";
import { expect, it } from "vitest";
import { NO_FACTS, numberOf, toStep, withEvent } from "./guide-steps.ts";

const toEvent = (body: object): SessionEvent => ({ v: 1, seq: 1, at: 0, sessionId: "s", ...body }) as SessionEvent;

it("follows a session from the first prompt to the end, on whichever surface questions are answered", () => {
  let facts = NO_FACTS;
  const after = (body: object, skipped: readonly string[] = []): string => {
    facts = withEvent(facts, toEvent(body));
    return toStep(facts, skipped);
  };
  expect(toStep(facts, [])).toBe("edit");
  expect(after({ type: "prompt", prompt: [] })).toBe("working");
  expect(after({ type: "permission_asked", interactionId: "1" })).toBe("permission");
  expect(after({ type: "permission_answered", interactionId: "1" })).toBe("working");
  expect(after({ type: "elicitation_asked", interactionId: "2" })).toBe("question");
  expect(after({ type: "elicitation_answered", interactionId: "2" })).toBe("working");
  expect(after({ type: "stop", stopReason: "end_turn" })).toBe("edit");
  expect(after({ type: "changes", files: [{ path: "a", change: "modified" }] })).toBe("review");
  expect(toStep(facts, ["review"])).toBe("map");
  expect(after({ type: "review", action: "keep", files: [] })).toBe("review");
  expect(after({ type: "review", action: "undo", files: [] })).toBe("map");
  expect(after({ type: "prompt", prompt: [] })).toBe("working");
  expect(after({ type: "stop", stopReason: "end_turn" })).toBe("connect");
});

it("counts up while the session goes on", () => {
  const events = [
    { type: "prompt", prompt: [] },
    { type: "permission_asked", interactionId: "1" },
    { type: "permission_answered", interactionId: "1" },
    { type: "elicitation_asked", interactionId: "2" },
    { type: "elicitation_answered", interactionId: "2" },
    { type: "permission_asked", interactionId: "3" },
    { type: "permission_answered", interactionId: "3" },
    { type: "changes", files: [{ path: "a", change: "modified" }] },
    { type: "stop", stopReason: "end_turn" },
    { type: "review", action: "undo", files: [] },
    { type: "prompt", prompt: [] },
    { type: "stop", stopReason: "end_turn" },
  ];
  let facts = NO_FACTS;
  const numbers = events.map((body) => {
    facts = withEvent(facts, toEvent(body));
    return numberOf(toStep(facts, []), facts);
  });
  expect(numbers).toEqual([1, 2, 2, 3, 3, 3, 3, 3, 4, 5, 5, 6]);
});

it("offers the prompt again if nothing was changed, and forgets questions of a turn that ended", () => {
  const events = [
    { type: "prompt", prompt: [] },
    { type: "permission_asked", interactionId: "1" },
    { type: "stop", stopReason: "cancelled" },
  ];
  const facts = events.map(toEvent).reduce(withEvent, NO_FACTS);
  expect(toStep(facts, [])).toBe("edit");
  expect(toStep({ ...facts, hasChanges: true }, ["review", "map"])).toBe("connect");
});
