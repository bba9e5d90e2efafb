import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { Observation } from "../extract/observation.ts";
import { createWatchState, type WatchStateOptions } from "./create-watch-state.ts";
import type { WatchDelta, WatchState } from "./watch-state.ts";
import type { WatchedFile, WatchedSession } from "./watched.ts";

type Body = Observation extends infer O ? (O extends Observation ? Omit<O, "atMs" | "sessionId"> : never) : never;

interface TestState {
  readonly state: WatchState;
  at(ms: number): TestState;
  say(...bodies: readonly Body[]): TestState;
  touch(path: string, action?: "read" | "write" | "search", toolCallId?: string): TestState;
  turn(...bodies: readonly Body[]): TestState;
  tick(): WatchDelta | undefined;
  file(path: string): WatchedFile | undefined;
  readonly session: WatchedSession;
}

function createTestState(options: Partial<WatchStateOptions> = {}): TestState {
  const state = createWatchState({ agentId: "a", ...options });
  let nowMs = 1_000;
  let turns = 0;
  const test: TestState = {
    state,
    at(ms) {
      nowMs = 1_000 + ms;
      return test;
    },
    say(...bodies) {
      for (const body of bodies) state.add({ ...body, atMs: nowMs, sessionId: "s" });
      return test;
    },
    touch: (path, action = "read", toolCallId) => test.say({ type: "file", path, action, from: "fs", toolCallId }),
    turn(...bodies) {
      turns += 1;
      const requestId = `${turns}`;
      test.say({ type: "turn_started", requestId }, ...bodies);
      return test.say({ type: "turn_ended", requestId, stopReason: "end_turn" });
    },
    tick: () => state.tick(nowMs)[0],
    file: (path) => state.session("s")?.files.get(path),
    get session() {
      const session = state.session("s");
      if (session === undefined) throw new Error("no session");
      return session;
    },
  };
  return test.say({ type: "session_opened", cwd: "/repo", how: "new" });
}

describe("a file", () => {
  it("is hot and in context once it is accessed, and stays so", () => {
    const test = createTestState().touch("/repo/src/a.ts");
    expect(test.tick()).toMatchObject({ seq: 1, changed: ["src/a.ts"], removed: [] });
    test.at(60_000);
    expect(test.tick()).toBeUndefined();
    expect(test.file("src/a.ts")).toEqual({
      path: "src/a.ts",
      heat: 1,
      inContext: true,
      lastAction: "read",
      turnAccessed: 0,
      atMs: 1_000,
      reads: 1,
      writes: 0,
    });
  });

  it("leaves the context when it was not touched for more than three turns", () => {
    const test = createTestState().touch("a.ts").turn().turn().turn();
    expect(test.file("a.ts")?.inContext).toBe(true);
    test.turn();
    expect(test.file("a.ts")).toMatchObject({ inContext: false, turnAccessed: 0, heat: 1 });
    test.touch("a.ts");
    expect(test.file("a.ts")).toMatchObject({ inContext: true, turnAccessed: 4 });
  });

  it("leaves it sooner if so configured", () => {
    expect(createTestState({ contextTurns: 0 }).touch("a.ts").turn().file("a.ts")?.inContext).toBe(false);
  });

  it("then cools by the time that passed, however often there is a tick, and is removed when it is cold", () => {
    const fast = createTestState({ contextTurns: 0 }).touch("a.ts").turn();
    const slow = createTestState({ contextTurns: 0 }).touch("a.ts").turn();
    for (let ms = 100; ms <= 1_000; ms += 100) fast.at(ms).tick();
    slow.at(1_000).tick();
    expect(fast.file("a.ts")?.heat).toBeCloseTo(0.95 ** 10, 10);
    expect(slow.file("a.ts")?.heat).toBeCloseTo(0.95 ** 10, 10);
    expect(slow.at(8_900).tick()).toMatchObject({ changed: ["a.ts"], removed: [] });
    expect(slow.at(9_000).tick()).toMatchObject({ changed: [], removed: ["a.ts"] });
    expect(slow.session.files.size).toBe(0);
    expect(slow.session.coldFiles?.get("a.ts")).toMatchObject({ heat: 0, reads: 1 });
    expect(slow.at(20_000).tick()).toBeUndefined();
  });

  it("that comes back keeps its counts", () => {
    const test = createTestState({ contextTurns: 0 }).touch("a.ts").turn().at(20_000);
    test.tick();
    test.touch("a.ts", "write").touch("a.ts");
    expect(test.tick()).toMatchObject({ changed: ["a.ts"], removed: [] });
    expect(test.file("a.ts")).toMatchObject({ heat: 1, reads: 2, writes: 1, lastAction: "read" });
    expect(test.session.coldFiles?.size).toBe(0);
  });

  it("is accessed once by a call that names it twice", () => {
    const test = createTestState().touch("a.ts", "read", "c1").touch("a.ts", "read", "c1").touch("a.ts", "write", "c1");
    expect(test.file("a.ts")).toMatchObject({ reads: 1, writes: 1 });
    expect(test.touch("a.ts", "read", "c2").touch("a.ts").file("a.ts")).toMatchObject({ reads: 3, writes: 1 });
  });

  it("is named relative to the folder, or absolute outside of it", () => {
    const test = createTestState().touch("/repo/./b/../a.ts").touch("/etc/hosts").touch("../x.ts").touch("/repo");
    expect([...test.session.files.keys()]).toEqual(["a.ts", "/etc/hosts", "/x.ts"]);
  });

  it("is one file on Windows, however its case is written", () => {
    const test = createTestState().say({ type: "session_opened", cwd: String.raw`C:\Repo`, how: "new" });
    test
      .touch(String.raw`C:\Repo\Src\A.ts`)
      .touch("c:/repo/src/a.ts")
      .touch("src/a.TS");
    expect([...test.session.files.values()]).toMatchObject([{ path: "Src/A.ts", reads: 3 }]);
  });

  it("in an ignored folder is shown only if it is written, or named by a person", () => {
    const test = createTestState({ ignoredSegments: ["node_modules", "dist"] });
    test.touch("node_modules/x/a.js").touch("dist/a.js", "search").touch("dist/b.js", "write").touch(".env");
    test.say({ type: "file", path: "dist/c.js", action: "user_referenced", from: "mention" });
    expect([...test.session.files.keys()]).toEqual(["dist/b.js", ".env", "dist/c.js"]);
  });
});

describe("the context", () => {
  it.each<[string, Body[]]>([
    ["a compaction", [{ type: "compacted" }]],
    [
      "half of the usage gone",
      [
        { type: "usage", used: 100, size: 200 },
        { type: "usage", used: 50, size: 200 },
      ],
    ],
    ["the end of the session", [{ type: "session_closed" }]],
  ])("is empty after %s", (_, bodies) => {
    const test = createTestState()
      .touch("a.ts")
      .touch("b.ts")
      .say(...bodies);
    expect([...test.session.files.values()].map(({ inContext }) => inContext)).toEqual([false, false]);
  });

  it("stays after a smaller drop of usage", () => {
    const test = createTestState().touch("a.ts");
    test.say({ type: "usage", used: 100, size: 200 }, { type: "usage", used: 51, size: 200 });
    expect(test.file("a.ts")?.inContext).toBe(true);
  });
});

describe("a delta", () => {
  it("has the next number whenever it is not empty, and says what changed", () => {
    const test = createTestState();
    expect(test.tick()).toMatchObject({ agentId: "a", sessionId: "s", seq: 1, isSessionChanged: true, changed: [] });
    expect(test.tick()).toBeUndefined();
    test.say({ type: "usage", used: 1, size: 2 });
    expect(test.tick()).toMatchObject({ seq: 2, isUsageChanged: true, isSessionChanged: false });
    const blocked = { type: "blocked", path: "/etc/x", action: "write", reason: "outside" } as const;
    test.say(blocked);
    const entry = { path: "/etc/x", action: "write", reason: "outside", atMs: 1_000 };
    expect(test.tick()).toMatchObject({ seq: 3, blocked: [entry], changed: ["/etc/x"] });
    expect(test.session.blocked).toEqual([entry]);
    expect(test.file("/etc/x")).toMatchObject({ lastAction: "blocked", inContext: false, reads: 0, writes: 0 });
    expect(test.state.seqOf("s")).toBe(3);
    expect(test.state.seqOf("none")).toBe(0);
    test.say({ type: "output", kind: "message", chars: 3 });
    expect(test.tick()).toBeUndefined();
  });

  it("has at most so many files, and the others come with the next", () => {
    const test = createTestState({ changedPerTickMax: 3 });
    for (let index = 0; index < 7; index += 1) test.touch(`${index}`);
    expect(test.tick()?.changed).toEqual(["0", "1", "2"]);
    expect(test.tick()?.changed).toEqual(["3", "4", "5"]);
    expect(test.tick()?.changed).toEqual(["6"]);
    expect(test.tick()).toBeUndefined();
  });

  it("comes to all files that cool, in turn", () => {
    const test = createTestState({ changedPerTickMax: 2, contextTurns: 0 });
    for (let index = 0; index < 5; index += 1) test.touch(`${index}`);
    test.turn();
    const seen = new Set<string>();
    for (let ms = 100; ms <= 600; ms += 100) for (const path of test.at(ms).tick()?.changed ?? []) seen.add(path);
    expect(seen.size).toBe(5);
    const removed: string[] = [];
    for (let ms = 20_000; ms < 20_500; ms += 100) removed.push(...(test.at(ms).tick()?.removed ?? []));
    expect(removed.toSorted()).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("is not needed to keep the memory of a session that nobody watches", () => {
    const test = createTestState({ contextTurns: 0 });
    const bytesAfter = (turns: number): number => {
      for (let turn = 0; turn < turns; turn += 1) {
        test.touch("a");
        test.turn();
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = bytesAfter(100);
    expect(bytesAfter(20_000) - before).toBeLessThan(1_000_000);
  });
});

/** Without a flag for the whole run. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
}

describe("time", () => {
  it("goes to the person who is asked, else to tools, else to the model", () => {
    const test = createTestState();
    const tool = (toolCallId: string, status: string): Body => ({
      type: "tool_call",
      toolCallId,
      title: "t",
      name: undefined,
      kind: "edit",
      status,
    });
    test.at(0).say({ type: "turn_started", requestId: "1" });
    test.at(100).say({ type: "output", kind: "thought", chars: 1 });
    test.at(300).say(tool("c1", "in_progress"), tool("c2", "in_progress"));
    test.at(400).say({ type: "permission_asked", requestId: "9", toolCallId: "c1" });
    test.at(450).say(tool("c2", "completed"));
    test.at(1_000).say({ type: "permission_answered", requestId: "9", outcome: "selected", optionKind: "allow_once" });
    test.at(1_500).say(tool("c1", "completed"));
    test.at(1_600).say({ type: "turn_ended", requestId: "1", stopReason: "end_turn" });
    test.at(5_000).tick();
    expect(test.session.time).toEqual({ modelMs: 400, toolsMs: 600, permissionMs: 600 });
    expect(test.session.firstTokenMs).toBe(100);
    expect(test.session).toMatchObject({ turn: 1, isRunning: false, lastStopReason: "end_turn" });
    expect(test.session.toolCalls).toMatchObject([
      { toolCallId: "c1", startedAtMs: 1_300, endedAtMs: 2_500 },
      { toolCallId: "c2", startedAtMs: 1_300, endedAtMs: 1_450 },
    ]);
  });

  it("is counted while a turn runs, and tools end with it", () => {
    const test = createTestState().at(0).say({ type: "turn_started", requestId: "1" });
    test
      .at(50)
      .say({ type: "tool_call", toolCallId: "c", title: undefined, name: "Bash", kind: undefined, status: undefined });
    test.at(250).tick();
    expect(test.session).toMatchObject({ isRunning: true, time: { modelMs: 50, toolsMs: 200 }, firstTokenMs: 50 });
    expect(test.session.toolCalls).toEqual([
      { toolCallId: "c", title: "Bash", kind: "other", status: "pending", startedAtMs: 1_050 },
    ]);
    test.at(300).say({ type: "turn_ended", requestId: "1", stopReason: undefined, error: "no key" });
    expect(test.session.toolCalls).toMatchObject([{ endedAtMs: 1_300 }]);
    expect(test.session.lastStopReason).toBe("error");
  });
});

describe("a session", () => {
  it("counts its tools by name, also when that is said late", () => {
    const test = createTestState();
    const call = (toolCallId: string, name: string | undefined, kind: string | undefined): Body => ({
      type: "tool_call",
      toolCallId,
      title: "t",
      name,
      kind,
      status: "pending",
    });
    test.say(
      call("1", undefined, undefined),
      call("2", undefined, "edit"),
      call("1", "Bash", "execute"),
      call("3", "Bash", "execute"),
    );
    expect(test.session.toolCounts).toEqual({ edit: 1, Bash: 2 });
  });

  it("has a title, a plan, unasked effects, and oddities", () => {
    const test = createTestState();
    test.say(
      { type: "title", title: "T" },
      { type: "plan", done: 1, total: 2 },
      { type: "unasked", what: "Wrote", path: "/repo/a.ts" },
      { type: "oddity", what: "x" },
      { type: "terminal", terminalId: "t", state: "created" },
      { type: "usage", used: 1, size: 2, cost: { amount: 3, currency: "EUR" } },
      { type: "usage", used: 2, size: 2 },
    );
    expect(test.session).toMatchObject({
      title: "T",
      plan: { done: 1, total: 2 },
      unasked: [{ what: "Wrote", path: "a.ts" }],
      oddities: 1,
      usage: { used: 2, size: 2, cost: { amount: 3, currency: "EUR" } },
    });
  });

  it("counts what was lost, and what belongs to none", () => {
    const state = createWatchState({ agentId: "a" });
    state.lost(2);
    state.add({ type: "oddity", what: "x", atMs: 1, sessionId: undefined });
    state.add({ type: "title", title: "T", atMs: 1, sessionId: "s" });
    state.lost(3);
    state.add({ type: "oddity", what: "x", atMs: 1, sessionId: undefined });
    expect(state.sessions).toMatchObject([{ sessionId: "s", dropped: 5, oddities: 1 }]);
  });

  it("that was quiet longest goes when there are too many, unless it runs", () => {
    const state = createWatchState({ agentId: "a", sessionsMax: 2 });
    state.add({ type: "turn_started", requestId: "1", atMs: 1, sessionId: "runs" });
    state.add({ type: "title", title: "T", atMs: 2, sessionId: "quiet" });
    state.add({ type: "title", title: "T", atMs: 3, sessionId: "new" });
    expect(state.sessions.map(({ sessionId }) => sessionId)).toEqual(["runs", "new"]);
    expect(state.session("quiet")).toBeUndefined();
  });

  it("keeps at most so many files: cold ones go first, then those that were touched longest ago", () => {
    const test = createTestState({ filesMax: 3, contextTurns: 0 }).touch("a").turn().at(20_000);
    test.tick();
    test.touch("b").touch("c").touch("d");
    expect(test.session.coldFiles?.size).toBe(0);
    test.tick();
    test.say({ type: "turn_ended", requestId: "2", stopReason: "end_turn" }).touch("b").touch("e");
    expect([...test.session.files.keys()]).toEqual(["d", "b", "e"]);
    expect(test.tick()).toMatchObject({ changed: ["b", "d", "e"], removed: ["c"] });
  });
});
