// Terminals that the client runs for the agent.
import { describe, expect, it } from "vitest";
import type { ToolCallUpdate } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEventBody, TerminalEvent } from "../session-event.ts";
import { createTranscript, type TranscriptOptions } from "./create-transcript.ts";
import type { Patch } from "./patch.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";

type Said = Partial<Pick<TerminalEvent, "command" | "cwd" | "output" | "exit">>;

const terminal = (said: Said, terminalId = "x"): SessionEventBody => ({ type: "terminal", terminalId, ...said });
const started = terminal({ command: "npm test", cwd: "/w" });
const call = (fields: Partial<ToolCallUpdate> = {}): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call_update", toolCallId: "t", ...fields },
});
const naming = (terminalId: string, toolCallId = "t"): SessionEventBody =>
  call({ toolCallId, content: [{ type: "terminal", terminalId }] });
const note = (text = "n"): SessionEventBody => ({ type: "note", level: "info", text });

interface Played extends TranscriptSnapshot {
  /** Of the last event. */
  readonly patches: readonly Patch[];
}

function play(bodies: readonly SessionEventBody[], options?: TranscriptOptions): Played {
  const sequence = createEventSequence("s", { clock: { now: () => 0 } });
  const transcript = createTranscript(options);
  let patches: readonly Patch[] = [];
  for (const body of bodies) patches = transcript.apply(sequence.next(body));
  return { ...transcript.snapshot(), patches };
}

function idsOf({ terminals }: TranscriptSnapshot): readonly string[] {
  return terminals.map(({ terminalId }) => terminalId);
}

describe("a terminal that the client runs", () => {
  it("is put together from its events, and makes no item", () => {
    const { terminals, items } = play([
      started,
      terminal({ output: "one\n" }),
      terminal({ output: "two\n", exit: { exitCode: 0, signal: null } }),
    ]);
    expect(terminals).toEqual([
      {
        terminalId: "x",
        toolCallId: null,
        command: "npm test",
        cwd: "/w",
        output: "one\ntwo\n",
        trimmedBytes: 0,
        exit: { exitCode: 0, signal: null },
      },
    ]);
    expect(items).toEqual([]);
  });

  it("says in one patch what an event says, and nothing for one that says nothing", () => {
    expect(play([started]).patches).toMatchObject([{ type: "terminal_added", terminal: { command: "npm test" } }]);
    const exit = { exitCode: null, signal: "SIGKILL" };
    expect(play([started, terminal({ output: "a", exit })]).patches).toEqual([
      { type: "terminal_changed", terminalId: "x", changes: { exit } },
      { type: "output_appended", terminalId: "x", text: "a" },
    ]);
    expect(play([started, terminal({ output: "" })]).patches).toEqual([]);
  });

  it("does not come between the chunks of a message", () => {
    const chunk = (text: string): SessionEventBody => ({
      type: "update",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
    });
    expect(play([chunk("a"), started, chunk("b")]).items).toMatchObject([{ blocks: [{ text: "ab" }] }]);
  });

  it("is shown even if its first event is missing", () => {
    expect(play([terminal({ output: "a" })]).terminals).toMatchObject([{ command: null, cwd: null, output: "a" }]);
  });

  it("loses the beginning of long output", () => {
    const { terminals } = play([started, terminal({ output: "0123456789" }), terminal({ output: "äöü😀😀" })], {
      terminalBytesMax: 16,
    });
    expect(terminals).toMatchObject([{ output: "äöü😀😀", trimmedBytes: 10 }]);
  });
});

describe("the tool call that names a terminal", () => {
  it("has it from then on", () => {
    const { terminals, patches } = play([started, terminal({ output: "a" }), naming("x")]);
    expect(terminals).toMatchObject([{ toolCallId: "t", command: "npm test", output: "a" }]);
    expect(patches).toMatchObject([
      { type: "item_added" },
      { type: "terminal_changed", terminalId: "x", changes: { toolCallId: "t" } },
    ]);
    expect(play([started, naming("x"), terminal({ output: "b" })]).terminals).toMatchObject([
      { toolCallId: "t", output: "b" },
    ]);
  });

  it("may do so in a later update, or with a permission", () => {
    expect(play([call(), started, naming("x")]).terminals).toMatchObject([{ toolCallId: "t" }]);
    const toolCall: ToolCallUpdate = { toolCallId: "p", content: [{ type: "terminal", terminalId: "x" }] };
    const asked: SessionEventBody = { type: "permission_asked", interactionId: "i", toolCall, options: [] };
    expect(play([started, asked]).terminals).toMatchObject([{ toolCallId: "p" }]);
  });

  it("is the first one to do so", () => {
    const { terminals, patches } = play([started, naming("x", "t1"), naming("x", "t2"), naming("x", "t2")]);
    expect(terminals).toMatchObject([{ toolCallId: "t1" }]);
    expect(patches).toMatchObject([{ type: "item_changed" }]);
  });

  it("may also report on it", () => {
    const report = call({ _meta: { terminal_exit: { terminal_id: "x", exit_code: 2 } } });
    expect(play([started, report]).terminals).toMatchObject([
      { toolCallId: "t", command: "npm test", exit: { exitCode: 2, signal: null } },
    ]);
  });

  it("creates no terminal that does not exist", () => {
    expect(play([naming("x")]).terminals).toEqual([]);
  });

  it("takes it along when it goes", () => {
    expect(idsOf(play([started, naming("x"), note()], { itemsMax: 1 }))).toEqual([]);
    expect(idsOf(play([note(), started, naming("x"), note()], { itemsMax: 2 }))).toEqual(["x"]);
  });

  it("takes over its weight", () => {
    const output = "x".repeat(1000);
    const { items, terminals } = play([started, naming("x"), terminal({ output }), note(), note()], { charsMax: 900 });
    expect(terminals).toEqual([]);
    // What is gone counts no longer: everything that comes later has room.
    expect(items).toMatchObject([{ type: "note" }, { type: "note" }]);
  });
});

describe("terminals that no tool call names", () => {
  it("are limited in number, the oldest go first", () => {
    const many = Array.from({ length: 10 }, (_, index) => terminal({ command: "ls" }, `x${index}`));
    expect(idsOf(play(many, { itemsMax: 3 })).length).toBeLessThanOrEqual(3);
    expect(idsOf(play(many, { itemsMax: 3 })).slice(-2)).toEqual(["x8", "x9"]);
    expect(idsOf(play(many, { itemsMax: 0 }))).toEqual(["x9"]);
  });

  it("are limited in weight, commands included", () => {
    const heavy = Array.from({ length: 10 }, (_, index) => terminal({ command: "x".repeat(300) }, `x${index}`));
    expect(idsOf(play(heavy, { charsMax: 1000 }))).toEqual(["x8", "x9"]);
    const loud = Array.from({ length: 10 }, (_, index) => terminal({ output: "x".repeat(300) }, `x${index}`));
    expect(idsOf(play(loud, { charsMax: 1000 }))).toEqual(["x8", "x9"]);
  });

  it("go with the items of their time", () => {
    const bodies = [note("a"), terminal({ command: "old" }, "old"), note("b"), note("c")];
    expect(idsOf(play(bodies, { itemsMax: 2 }))).toEqual(["old"]);
    const { patches, ...snapshot } = play([...bodies, terminal({ command: "new" }, "new"), note("d")], { itemsMax: 2 });
    expect(idsOf(snapshot)).toEqual(["new"]);
    expect(patches).toMatchObject([
      { type: "item_added", item: { text: "d" } },
      { type: "items_trimmed", count: 1 },
      { type: "terminals_removed", terminalIds: ["old"] },
    ]);
  });

  it("count with the items: the oldest items make room", () => {
    const long = "x".repeat(400);
    const { items, terminals } = play([note(long), note(long), terminal({ output: long })], { charsMax: 1000 });
    expect(items).toHaveLength(1);
    expect(terminals).toHaveLength(1);
  });
});
