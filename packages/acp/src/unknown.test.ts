// Unknown variants: recognised by what they are, never by what a peer puts in a known one.
import { expect, expectTypeOf, test } from "vitest";
import { decoders } from "./decode.ts";
import type { ContentBlock, SessionNotification, SessionUpdate } from "./generated/types.ts";
import { isUnknown, type Known, type UnknownVariant } from "./unknown.ts";

test.each([
  [{ kind: "unknown", raw: 1 }, true],
  [{ kind: "unknown", raw: undefined }, true],
  [{ kind: "unknown" }, false],
  [{ kind: "other", raw: 1 }, false],
  [null, false],
  ["unknown", false],
])("%j → %s", (value, expected) => {
  expect(isUnknown(value)).toBe(expected);
});

test("a known variant with fields of these names is no unknown variant", () => {
  const result = decoders.ContentBlock({ type: "text", text: "hi", kind: "unknown", raw: 1 });
  expect(result.ok && isUnknown(result.value)).toBe(false);
});

test("the tag can be read without a guard, and identifies a known variant", () => {
  expect(titleOf({ sessionUpdate: "tool_call", toolCallId: "1", title: "T" })).toBe("T");
  expect(titleOf({ kind: "unknown", raw: {} })).toBe("unknown");
});

test("Known has no unknown variant at any depth", () => {
  expectTypeOf<UnknownVariant>().toExtend<ContentBlock>();
  expectTypeOf<UnknownVariant>().not.toExtend<Known<ContentBlock>>();
  expectTypeOf<SessionNotification>().not.toExtend<Known<SessionNotification>>();
  // @ts-expect-error An unknown content block inside an update.
  const deep: Known<SessionUpdate> = { sessionUpdate: "agent_message_chunk", content: { kind: "unknown", raw: 1 } };
  const sent: Known<SessionNotification> = {
    sessionId: "s",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hi" }, messageId: undefined },
  };
  expect([deep, sent]).toHaveLength(2);
});

function titleOf(update: SessionUpdate): string {
  if (update.sessionUpdate === "tool_call") return update.title;
  return update.sessionUpdate === undefined ? update.kind : "no tool call";
}
