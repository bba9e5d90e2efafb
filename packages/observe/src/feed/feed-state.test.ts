import { createFakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { FeedState } from "./feed-state.ts";
import { PUBLISHED_SESSIONS_MAX, FEED_SESSIONS_MAX } from "../limits.ts";
import { readPublished } from "./read-session.ts";
import type { PublishedMessage } from "./v2-format.ts";

function message(type: "session" | "change", sessionId: string, fields: object = {}): PublishedMessage {
  const read = readPublished({
    type,
    agentId: "a",
    sessionId,
    seq: 1,
    fields: { blocked: [] },
    files: [],
    removed: [],
    ...fields,
  });
  if (read === undefined) throw new Error("It is no message");
  return read;
}

function open(): FeedState {
  return new FeedState(createFakeClock(0), () => undefined);
}

describe("the state", () => {
  it("keeps a bounded number of sessions, of one publisher and of all; the quietest go", () => {
    const state = open();
    for (let index = 0; index < PUBLISHED_SESSIONS_MAX; index += 1) state.apply("p", message("session", `s${index}`));
    state.apply("p", message("change", "s0"));
    state.apply("p", message("session", "one more"));
    const ids = Array.from(state.sessions, ({ sessionId }) => sessionId);
    expect(ids).toHaveLength(PUBLISHED_SESSIONS_MAX);
    expect(ids).toContain("s0");
    expect(ids).not.toContain("s1");
    expect(state.takeNews().gone.map(({ sessionId }) => sessionId)).toEqual(["s1"]);
    for (let index = 0; index < FEED_SESSIONS_MAX; index += 1)
      state.apply(`p${index}`, message("session", `other ${index}`));
    expect([...state.sessions]).toHaveLength(FEED_SESSIONS_MAX);
  });

  it("understands a change only of what was begun, by the same publisher", () => {
    const state = open();
    expect(state.apply("p", message("change", "s"))).toBe(false);
    expect(state.apply("p", message("session", "s"))).toBe(true);
    expect(state.apply("p", message("change", "s"))).toBe(true);
    expect(state.apply("q", message("change", "s"))).toBe(false);
    state.withdraw("q");
    expect([...state.sessions]).toHaveLength(1);
    state.withdraw("p");
    expect([...state.sessions]).toHaveLength(0);
  });

  it("tells of what was refused once, and of nothing from long ago", () => {
    const state = open();
    const entry = (path: string, atMs: number): object => ({ path, action: "read", reason: "", atMs });
    state.apply("p", message("session", "s", { fields: { blocked: [entry("old", -60_000), entry("new", -10)] } }));
    const told = (): string[] => state.takeNews().changes.flatMap(({ blocked }) => blocked.map(({ path }) => path));
    expect(told()).toEqual(["new"]);
    state.apply("p", message("change", "s", { fields: { blocked: [entry("new", -10), entry("next", 5)] } }));
    expect(told()).toEqual(["next"]);
    state.apply("p", message("change", "s", { fields: { blocked: [entry("next", 5)] } }));
    expect(told()).toEqual([]);
  });
});
