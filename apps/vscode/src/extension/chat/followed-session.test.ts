import { createEventSequence, type SessionEventBody } from "@parley/acp";
import type { AppliedEvent } from "@parley/chat-model";
import type { FollowHandler, Remote } from "@parley/remote";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FRAME_MS } from "../../limits.ts";
import { FollowedSession } from "./followed-session.ts";

const say = (text: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
});

function follow() {
  let handler: FollowHandler | undefined;
  const remote = {
    follow: (_id: string, _options: object, given: FollowHandler) => {
      handler = given;
      return { close: () => undefined };
    },
  } as unknown as Remote;
  const followed = new FollowedSession(remote, "s");
  const batches: (readonly AppliedEvent[])[] = [];
  followed.add({
    reopened: () => undefined,
    batch: (applied) => void batches.push(applied),
    untilReady: () => undefined,
    ended: () => undefined,
  });
  const events = createEventSequence("s");
  const take = (...texts: readonly string[]) => handler?.events(texts.map((text) => events.next(say(text))));
  return { followed, batches, take, followedTo: (lastSeq: number) => handler?.followed?.({ lastSeq }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("does not give a reader again what was in its snapshot", () => {
  const { followed, batches, take } = follow();
  void take("one ", "two");
  expect(JSON.stringify(followed.snapshot())).toContain("one two");
  batches.length = 0;
  vi.advanceTimersByTime(FRAME_MS);
  expect(batches).toEqual([]);
  void take(" three");
  vi.advanceTimersByTime(FRAME_MS);
  expect(batches.flat().flatMap(({ patches }) => patches)).toEqual([
    expect.objectContaining({ type: "text_appended", text: " three" }),
  ]);
});

it("is loading until its history is there", () => {
  const { followed, take, followedTo } = follow();
  expect(followed.isLoading).toBe(true);
  followedTo(2);
  void take("one");
  expect(followed.isLoading).toBe(true);
  void take("two");
  expect(followed.isLoading).toBe(false);
});

it("tells its readers that there is no history", () => {
  const { followed, batches, followedTo } = follow();
  followedTo(0);
  expect(followed.isLoading).toBe(false);
  expect(batches).toEqual([[]]);
});
