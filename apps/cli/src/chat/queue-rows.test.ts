import type { QueuedPrompt } from "@parley/contract";
import { expect, it } from "vitest";
import { toQueueRows } from "./queue-rows.ts";

const waiting = (turnId: string, text: string, surface?: string): QueuedPrompt => ({
  turn_id: turnId,
  created_at: "2026-01-01T00:00:00Z",
  prompt: [{ type: "text", text }],
  ...(surface !== undefined && { actor: { surface } }),
});

const rows = (own: readonly string[], shared: readonly QueuedPrompt[], ids: readonly string[] = []) =>
  toQueueRows({
    own: own.map((text) => ({ text })),
    waiting: shared,
    isOwn: (id) => ids.includes(id),
  });

it("lists prompts of all surfaces in the order of the hub, with who sent those of others", () => {
  const shared = [
    waiting("1", "from the page", "web"),
    waiting("2", "mine", "terminal"),
    waiting("3", "theirs", "terminal"),
  ];
  expect(rows(["mine"], shared, ["2"])).toEqual([
    { text: "from the page", by: "the browser" },
    { text: "mine" },
    { text: "theirs", by: "another window" },
  ]);
});

it("lists a prompt from here once, before the hub lists it and before its turn is known", () => {
  expect(rows(["new"], [])).toEqual([{ text: "new" }]);
  expect(rows(["new"], [waiting("1", "new", "terminal")])).toEqual([{ text: "new" }]);
});

it("does not give a prompt from here that was withdrawn or has begun to another window", () => {
  expect(rows([], [waiting("1", "mine", "terminal")], ["1"])).toEqual([]);
});

it("lists what was typed here in an answer without a sender, although the hub made the prompt", () => {
  const parts = { own: [], waiting: [waiting("1", "instead", "terminal")], isOwn: () => false };
  expect(toQueueRows({ ...parts, isTypedHere: (text) => text === "instead" })).toEqual([{ text: "instead" }]);
});

it("tells the same words of two windows apart by their number", () => {
  const shared = [waiting("1", "again", "terminal"), waiting("2", "again", "terminal")];
  expect(rows(["again"], shared, ["1"])).toEqual([{ text: "again" }, { text: "again", by: "another window" }]);
});
