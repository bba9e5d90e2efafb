// A recording played to a live other side, which does as it did then, or not.
import { eventLoopSettled } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { placeFrames } from "../conversation.ts";
import { parseTrace } from "../read/read-trace.ts";
import {
  failure,
  notification,
  OPENING,
  request,
  response,
  toTrace,
  turn,
  update,
  words,
  type Told,
} from "../testing/frames.ts";
import type { TraceItem } from "../trace-item.ts";
import { createReplay } from "./player.ts";
import type { Mismatch, Replay, ReplayOptions } from "./replay.ts";

interface Played {
  readonly replay: Replay;
  readonly mismatches: Mismatch[];
  readonly lines: string[];
  say(message: unknown): void;
  /** The next message that was played. */
  next(): Promise<Record<string, unknown>>;
}

function play(items: readonly TraceItem[], options: Partial<ReplayOptions> = {}): Played {
  const lines: string[] = [];
  const mismatches: Mismatch[] = [];
  let heard = 0;
  let tell: () => void = () => undefined;
  const replay = createReplay({
    side: "agent",
    frames: [...placeFrames(items)],
    write(line) {
      lines.push(line);
      tell();
    },
    onMismatch: (mismatch) => mismatches.push(mismatch),
    limits: { reorderMs: 20, notificationMs: 50 },
    ...options,
  });
  return {
    replay,
    mismatches,
    lines,
    say: (message) => replay.receive(JSON.stringify(message)),
    async next() {
      while (lines[heard] === undefined) await new Promise<void>((resolve) => (tell = resolve));
      heard += 1;
      return JSON.parse(lines[heard - 1] ?? "") as Record<string, unknown>;
    },
  };
}

const INITIALIZE = request("a", "initialize", { protocolVersion: 1, clientInfo: { name: "other", version: "9" } });
const NEW = request("b", "session/new", { cwd: "/home/me", mcpServers: [] });
const prompt = (id: unknown, text = "Go", sessionId = "s1"): unknown =>
  request(id, "session/prompt", { sessionId, prompt: [{ type: "text", text }] });
const ask = (id: unknown, sessionId = "s1"): unknown =>
  request(id, "session/request_permission", {
    sessionId,
    toolCall: { toolCallId: "t1" },
    options: [{ optionId: "y", name: "Yes", kind: "allow_once" }],
  });
const answer = (id: unknown, optionId = "y"): unknown => response(id, { outcome: { outcome: "selected", optionId } });

async function open(played: Played): Promise<void> {
  played.say(INITIALIZE);
  await played.next();
  played.say(NEW);
  await played.next();
}

describe("as an agent", () => {
  it("answers as it was answered, under the ids of today", async () => {
    const played = play(toTrace([...OPENING, ...turn(2, [["agent", words("Hello")]])]));
    played.say(INITIALIZE);
    expect(await played.next()).toMatchObject({ id: "a", result: { protocolVersion: 1 } });
    played.say(NEW);
    expect(await played.next()).toEqual({ jsonrpc: "2.0", id: "b", result: { sessionId: "s1" } });
    played.say(prompt(77));
    expect(await played.next()).toMatchObject({ method: "session/update" });
    expect(await played.next()).toEqual({ jsonrpc: "2.0", id: 77, result: { stopReason: "end_turn" } });
    played.replay.end();
    expect(await played.replay.done).toEqual({ sent: 4, skipped: 0, mismatches: 0, isComplete: true });
  });

  it("sends the recorded requests at their place, and waits for the answers", async () => {
    const played = play(
      toTrace([
        ...OPENING,
        ...turn(2, [
          ["agent", ask(7)],
          ["client", answer(7)],
          ["agent", words("Done")],
        ]),
      ]),
    );
    await open(played);
    played.say(prompt(5));
    expect(await played.next()).toMatchObject({ id: 7, method: "session/request_permission" });
    await eventLoopSettled();
    expect(played.lines).toHaveLength(3);
    played.say(answer(7));
    expect(await played.next()).toMatchObject({ method: "session/update" });
    expect(played.mismatches).toEqual([]);
    played.replay.end();
  });

  it("calls folders, terminals and loaded sessions what they are called today", async () => {
    const told: readonly Told[] = [
      ...OPENING.slice(0, 2),
      ["client", request(1, "session/load", { sessionId: "old", cwd: "/repo", mcpServers: [] })],
      ["agent", response(1)],
      ["client", prompt(2, "Go", "old")],
      ["agent", request(7, "terminal/create", { sessionId: "old", command: "ls", cwd: "/repo/src" })],
      ["client", response(7, { terminalId: "term_1" })],
      ["agent", request(8, "terminal/output", { sessionId: "old", terminalId: "term_1" })],
      ["client", response(8, { output: "", truncated: false })],
      ["agent", words("See /repo/src/a and /repository", "agent_message_chunk", "old")],
      ["agent", response(2, { stopReason: "end_turn" })],
    ];
    const played = play(toTrace(told));
    played.say(INITIALIZE);
    await played.next();
    played.say(request("l", "session/load", { sessionId: "today", cwd: "/home/me", mcpServers: [] }));
    await played.next();
    played.say(prompt("p", "Go", "today"));
    expect(await played.next()).toMatchObject({ params: { sessionId: "today", cwd: "/home/me/src" } });
    played.say(response(7, { terminalId: "mine" }));
    expect(await played.next()).toMatchObject({ params: { sessionId: "today", terminalId: "mine" } });
    played.say(response(8, { output: "", truncated: false }));
    expect(await played.next()).toMatchObject({
      params: { sessionId: "today", update: { content: { text: "See /home/me/src/a and /repository" } } },
    });
    expect(await played.next()).toMatchObject({ id: "p" });
    expect(played.mismatches).toEqual([]);
    played.replay.end();
  });

  it("sends every byte as it was recorded, and what is no JSON too", async () => {
    const raw = '{"jsonrpc":"2.0","method":"_x","params":{"n":1.0,"big":12345678901234567890, "e":1e3}}';
    const items = [
      ...toTrace(OPENING.slice(0, 2)),
      ...parseTrace(`{"from":"agent","frame":${raw}}\n{"from":"agent","text":"Warning!","bytes":8}\n`),
    ];
    const played = play(items);
    played.say(INITIALIZE);
    played.replay.end();
    played.say({});
    await played.replay.done;
    const again = play(items);
    again.say(INITIALIZE);
    while (again.lines.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(again.lines.slice(1)).toEqual([raw, "Warning!"]);
    again.replay.end();
  });

  it("tells what is asked otherwise, and goes on", async () => {
    const played = play(
      toTrace([
        ...OPENING,
        ...turn(2, [
          ["agent", ask(7)],
          ["client", answer(7)],
        ]),
      ]),
    );
    await open(played);
    played.say(prompt(5, "Stop"));
    await played.next();
    played.say(answer(7, "n"));
    expect(await played.next()).toMatchObject({ id: 5, result: { stopReason: "end_turn" } });
    expect(played.mismatches.map(({ kind, line, message }) => [kind, line, message])).toEqual([
      ["differs", 5, 'session/prompt differs at prompt.0.text: recorded "Go", now "Stop"'],
      [
        "differs",
        7,
        'The answer to session/request_permission differs at result.outcome.optionId: recorded "y", now "n"',
      ],
    ]);
    played.replay.end();
  });

  it("takes no hole in a recording for a difference", async () => {
    const played = play(
      toTrace([...OPENING, ["client", prompt(2, "token=…")], ["agent", response(2, { stopReason: "end_turn" })]]),
      { isRedacted: true },
    );
    await open(played);
    played.say(prompt(5, "token=abc"));
    await played.next();
    expect(played.mismatches).toEqual([]);
    played.replay.end();
  });

  it("leaves out what does not come, with everything that belongs to it", async () => {
    const second = turn(3, [["agent", words("Second")]]);
    const played = play(
      toTrace([
        ...OPENING,
        ["client", request(9, "session/set_mode", { sessionId: "s1", modeId: "x" })],
        ["agent", update("current_mode_update", { currentModeId: "x" })],
        ["agent", response(9)],
        ...second,
      ]),
    );
    await open(played);
    played.say(prompt(5));
    expect(await played.next()).toMatchObject({ params: { update: { content: { text: "Second" } } } });
    expect(await played.next()).toMatchObject({ id: 5 });
    expect(played.mismatches).toMatchObject([{ kind: "missing", line: 5, method: "session/set_mode" }]);
    played.replay.end();
    expect(await played.replay.done).toMatchObject({ skipped: 3, isComplete: true });
  });

  it("waits a little for what comes in another order", async () => {
    const list = (id: unknown): unknown => request(id, "session/list", {});
    const told: readonly Told[] = [
      ...OPENING,
      ["client", list(5)],
      ["agent", response(5, { sessions: [] })],
      ...turn(6, []),
    ];
    const played = play(toTrace(told), { limits: { reorderMs: 5_000 } });
    await open(played);
    played.say(prompt("p"));
    played.say(list("l"));
    expect(await played.next()).toMatchObject({ id: "l" });
    expect(await played.next()).toMatchObject({ id: "p" });
    expect(played.mismatches).toEqual([]);
    played.replay.end();
  });

  it("refuses requests that were not recorded, before and after the end", async () => {
    const played = play(toTrace(OPENING));
    played.say(INITIALIZE);
    await played.next();
    played.say(request("x", "session/list", {}));
    expect(await played.next()).toMatchObject({
      id: "x",
      error: { message: "The recording has no session/list here" },
    });
    played.say(NEW);
    await played.next();
    played.say(prompt("y"));
    expect(await played.next()).toMatchObject({ id: "y", error: { code: -32_603 } });
    expect(played.mismatches.map(({ kind }) => kind)).toEqual(["unexpected", "unexpected"]);
    played.replay.end();
  });

  it("does not wait forever for a cancel that does not come", async () => {
    const played = play(
      toTrace([...OPENING, ...turn(2, [["client", notification("session/cancel", { sessionId: "s1" })]], "cancelled")]),
    );
    await open(played);
    played.say(prompt(5));
    expect(await played.next()).toMatchObject({ id: 5, result: { stopReason: "cancelled" } });
    expect(played.mismatches).toMatchObject([{ kind: "missing", method: "session/cancel" }]);
    played.replay.end();
  });

  it("takes its time when it is asked to", async () => {
    const told = [...OPENING, ...turn(2, [["agent", words("Hello")]])].map(([from, message], index): Told => [
      from,
      message,
      index * 40,
    ]);
    const fast = play(toTrace(told));
    const slow = play(toTrace(told), { isTimed: true });
    const startMs = performance.now();
    await open(fast);
    const fastMs = performance.now() - startMs;
    await open(slow);
    expect(performance.now() - startMs - fastMs).toBeGreaterThanOrEqual(70);
    fast.replay.end();
    slow.replay.end();
  });

  it("says what cannot be played, and ends when the client does", async () => {
    const items = [
      ...toTrace(OPENING.slice(0, 2)),
      ...parseTrace('{"from":"agent","head":"{","bytes":9000000}\n'),
      ...toTrace(OPENING.slice(2)),
    ];
    const played = play(items);
    played.say(INITIALIZE);
    await played.next();
    played.replay.receive("what?");
    played.replay.end();
    expect(await played.replay.done).toMatchObject({ isComplete: false });
    expect(played.mismatches.map(({ kind }) => kind)).toContain("unexpected");
  });
});

describe("as a client", () => {
  const recorded = [
    ...OPENING,
    ...turn(2, [
      ["agent", words("Hello")],
      ["agent", ask(7)],
      ["client", answer(7)],
    ]),
    ["client", request(3, "session/prompt", { sessionId: "s1", prompt: [] })] as Told,
    ["agent", response(3, { stopReason: "end_turn" })] as Told,
  ];

  it("does what the client did, in the sessions and the folder of today", async () => {
    const played = play(toTrace(recorded), { side: "client", cwd: "/here" });
    expect(await played.next()).toMatchObject({ id: 0, method: "initialize" });
    played.say(response(0, { protocolVersion: 1 }));
    expect(await played.next()).toMatchObject({ method: "session/new", params: { cwd: "/here" } });
    played.say(response(1, { sessionId: "mine" }));
    expect(await played.next()).toMatchObject({ method: "session/prompt", params: { sessionId: "mine" } });
    played.say(words("Something else"));
    played.say(ask("q", "mine"));
    expect(await played.next()).toEqual({
      jsonrpc: "2.0",
      id: "q",
      result: { outcome: { outcome: "selected", optionId: "y" } },
    });
    played.say(response(2, { stopReason: "end_turn" }));
    expect(await played.next()).toMatchObject({ id: 3, method: "session/prompt" });
    played.say(response(3, { stopReason: "refusal" }));
    expect(await played.replay.done).toMatchObject({ mismatches: 1, isComplete: true });
    expect(played.mismatches[0]?.message).toContain('stopReason: recorded "end_turn", now "refusal"');
  });

  it("chooses by kind where the options are called otherwise", async () => {
    const played = play(toTrace(recorded), { side: "client" });
    played.say(response(0, {}));
    played.say(response(1, { sessionId: "s1" }));
    for (let count = 0; count < 3; count += 1) await played.next();
    const options = [
      { optionId: "r", name: "No", kind: "reject_once" },
      { optionId: "ok", name: "OK", kind: "allow_once" },
    ];
    played.say(request("q", "session/request_permission", { sessionId: "s1", toolCall: { toolCallId: "t" }, options }));
    expect(await played.next()).toMatchObject({
      id: "q",
      result: { outcome: { outcome: "selected", optionId: "ok" } },
    });
    played.replay.end();
  });

  it("goes on when the agent does not ask, and answers what it asks instead", async () => {
    const played = play(toTrace(recorded), { side: "client" });
    played.say(response(0, {}));
    played.say(response(1, { sessionId: "s1" }));
    for (let count = 0; count < 3; count += 1) await played.next();
    played.say(request("w", "fs/write_text_file", { sessionId: "s1", path: "/a", content: "" }));
    expect(await played.next()).toMatchObject({ id: "w", error: { code: -32_603 } });
    played.say(response(2, { stopReason: "end_turn" }));
    expect(await played.next()).toMatchObject({ id: 3 });
    played.say(failure(3, -1, "x"));
    await played.replay.done;
    expect(played.mismatches.map(({ kind, method }) => [kind, method])).toEqual([
      ["unexpected", "fs/write_text_file"],
      ["missing", "session/request_permission"],
      ["differs", "session/prompt"],
    ]);
  });

  it("answers a question that was not recorded, so that the turn can end", async () => {
    const plain = [...OPENING, ...turn(2, [])];
    const played = play(toTrace(plain), { side: "client" });
    played.say(response(0, {}));
    played.say(response(1, { sessionId: "s1" }));
    for (let count = 0; count < 3; count += 1) await played.next();
    played.say(ask("q"));
    expect(await played.next()).toEqual({ jsonrpc: "2.0", id: "q", result: { outcome: { outcome: "cancelled" } } });
    played.say(response(2, { stopReason: "end_turn" }));
    expect(await played.replay.done).toMatchObject({ isComplete: true });
  });
});
