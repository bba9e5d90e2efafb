import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWatchState } from "../state/create-watch-state.ts";
import { encodePublished } from "./encode-v2.ts";
import { FeedMirror } from "./feed-mirror.ts";
import { readInput } from "./read-input.ts";
import { readFeedLine } from "./read-message.ts";
import { toChange, toWholeSession } from "./to-published.ts";

const TYPES = [
  "session",
  "change",
  "gone",
  "snapshot",
  "delta",
  "usage",
  "blocked",
  "welcome",
  "rpc_result",
  "rpc_error",
  "hello",
  "prove",
  "rpc",
];
const KEYS = [
  "agentId",
  "sessionId",
  "agent_id",
  "session_id",
  "fields",
  "files",
  "nodes",
  "updates",
  "removed",
  "toolCalls",
  "usage",
  "cost",
  "error",
  "id",
  "seq",
];

describe("lines from elsewhere", () => {
  it("never break the reader, whatever they contain", () => {
    const values = fc.jsonValue({ maxDepth: 3 });
    const message = fc.tuple(fc.constantFrom(...TYPES), fc.dictionary(fc.constantFrom(...KEYS), values));
    fc.assert(
      fc.property(message, ([type, rest]) => {
        const mirror = new FeedMirror();
        for (const ids of [{}, { agentId: "a", sessionId: "s", agent_id: "a", session_id: "s" }]) {
          const text = JSON.stringify({ ...rest, ...ids, type });
          readInput(text);
          const read = readFeedLine(text);
          if (read !== undefined) mirror.apply(read);
        }
        for (const { files } of mirror.sessions) expect(files).toBeInstanceOf(Map);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => readFeedLine(text) === undefined));
  });

  it("are read as they were written: what a state knows is what a reader knows", () => {
    const state = createWatchState({ agentId: "goose" });
    const at = { atMs: 1_000, sessionId: "s" } as const;
    const mirror = new FeedMirror();
    const apply = (lines: string): void => {
      for (const line of lines.trimEnd().split("\n")) {
        const message = readFeedLine(line);
        if (message !== undefined) mirror.apply(message);
      }
    };
    const shown = (): unknown => {
      const session = state.session("s");
      if (session === undefined) return undefined;
      const { coldFiles: _cold, files, ...rest } = session;
      return { ...rest, files: new Map(files), key: '["goose","s"]', sessionMode: "single_agent", isOver: false };
    };
    state.add({ ...at, type: "session_opened", cwd: "/code", how: "new" });
    state.add({ ...at, type: "turn_started", requestId: "1" });
    state.add({ ...at, type: "file", path: "src/a.ts", action: "read", from: "fs" });
    state.tick(1_100);
    const first = state.session("s");
    if (first === undefined) throw new Error("The session is missing");
    apply(encodePublished(toWholeSession(first, state.seqOf("s"))));
    expect(mirror.sessions).toEqual([shown()]);
    const later = { atMs: 2_000, sessionId: "s" } as const;
    state.add({
      ...later,
      type: "tool_call",
      toolCallId: "c",
      title: "Edit",
      name: "edit",
      kind: "edit",
      status: "pending",
    });
    state.add({ ...later, type: "file", path: "src/b.ts", action: "write", from: "diff", toolCallId: "c" });
    state.add({ ...later, type: "usage", used: 5, size: 10, cost: { amount: 1, currency: "USD" } });
    state.add({ ...later, type: "plan", done: 1, total: 3 });
    state.add({ ...later, type: "blocked", path: ".env", action: "read", reason: "zone" });
    state.add({ ...later, type: "unasked", what: "changed x", path: "x" });
    state.add({ ...later, type: "turn_ended", requestId: "1", stopReason: "end_turn" });
    const [delta] = state.tick(2_100);
    const second = state.session("s");
    if (delta === undefined || second === undefined) throw new Error("Nothing changed");
    apply(encodePublished(toChange(second, delta)));
    expect(mirror.sessions).toEqual([shown()]);
  });
});
