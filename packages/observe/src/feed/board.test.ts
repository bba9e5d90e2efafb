import { createFakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { Board } from "./board.ts";
import { PUBLISHED_SESSIONS_MAX, SESSIONS_MAX } from "./limits.ts";
import { readPublished } from "./read-session.ts";
import type { PublishedMessage } from "./rich-format.ts";

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

function open(): Board {
  return new Board(createFakeClock(0), () => undefined);
}

describe("the board", () => {
  it("keeps a bounded number of sessions, of one publisher and of all; the quietest go", () => {
    const board = open();
    for (let index = 0; index < PUBLISHED_SESSIONS_MAX; index += 1) board.apply("p", message("session", `s${index}`));
    board.apply("p", message("change", "s0"));
    board.apply("p", message("session", "one more"));
    const ids = Array.from(board.sessions, ({ sessionId }) => sessionId);
    expect(ids).toHaveLength(PUBLISHED_SESSIONS_MAX);
    expect(ids).toContain("s0");
    expect(ids).not.toContain("s1");
    expect(board.takeNews().gone.map(({ sessionId }) => sessionId)).toEqual(["s1"]);
    for (let index = 0; index < SESSIONS_MAX; index += 1)
      board.apply(`p${index}`, message("session", `other ${index}`));
    expect([...board.sessions]).toHaveLength(SESSIONS_MAX);
  });

  it("understands a change only of what was begun, by the same publisher", () => {
    const board = open();
    expect(board.apply("p", message("change", "s"))).toBe(false);
    expect(board.apply("p", message("session", "s"))).toBe(true);
    expect(board.apply("p", message("change", "s"))).toBe(true);
    expect(board.apply("q", message("change", "s"))).toBe(false);
    board.withdraw("q");
    expect([...board.sessions]).toHaveLength(1);
    board.withdraw("p");
    expect([...board.sessions]).toHaveLength(0);
  });

  it("tells of what was refused once, and of nothing from long ago", () => {
    const board = open();
    const entry = (path: string, atMs: number): object => ({ path, action: "read", reason: "", atMs });
    board.apply("p", message("session", "s", { fields: { blocked: [entry("old", -60_000), entry("new", -10)] } }));
    const told = (): string[] => board.takeNews().changes.flatMap(({ blocked }) => blocked.map(({ path }) => path));
    expect(told()).toEqual(["new"]);
    board.apply("p", message("change", "s", { fields: { blocked: [entry("new", -10), entry("next", 5)] } }));
    expect(told()).toEqual(["next"]);
    board.apply("p", message("change", "s", { fields: { blocked: [entry("next", 5)] } }));
    expect(told()).toEqual([]);
  });
});
