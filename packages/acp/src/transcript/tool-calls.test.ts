// Tool calls in any order, and the terminals that agents report in them.
import { describe, expect, it } from "vitest";
import type { ToolCall, ToolCallContent, ToolCallUpdate } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEventBody } from "../session-event.ts";
import { createTranscript, type TranscriptOptions } from "./create-transcript.ts";
import type { Patch } from "./patch.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";

const call = (fields: Partial<ToolCall>): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call", toolCallId: "t", title: "Run", ...fields },
});
const update = (fields: Partial<ToolCallUpdate>): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call_update", toolCallId: "t", ...fields },
});
const output = (data: string, id = "x"): SessionEventBody =>
  update({ _meta: { terminal_output_delta: { terminal_id: id, data } } });

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

describe("a tool call", () => {
  it("shows its latest state in one place", () => {
    const { items, patches } = play([
      call({ kind: "execute", status: "pending", rawInput: { command: "ls" } }),
      update({ status: "in_progress" }),
      update({ status: "completed", rawOutput: 0 }),
    ]);
    expect(items).toEqual([
      {
        id: 1,
        seq: 1,
        at: 0,
        type: "tool_call",
        toolCallId: "t",
        title: "Run",
        name: null,
        kind: "execute",
        status: "completed",
        content: [],
        locations: [],
        rawInput: { command: "ls" },
        rawOutput: 0,
        meta: null,
      },
    ]);
    expect(patches).toEqual([{ type: "item_changed", itemId: 1, changes: { status: "completed", rawOutput: 0 } }]);
  });

  it("is made by an update that comes first, and completed by the call", () => {
    const { items } = play([update({ status: "in_progress" }), call({ kind: "read" })]);
    expect(items).toMatchObject([{ title: "Run", kind: "read", status: "in_progress" }]);
    expect(items).toHaveLength(1);
  });

  it("may be called twice; what is not said again stays", () => {
    const { items } = play([call({ status: "completed", kind: "edit" }), call({ title: "Edit a.ts" })]);
    expect(items).toMatchObject([{ title: "Edit a.ts", status: "completed", kind: "edit" }]);
  });

  it("may go back from failed to pending", () => {
    expect(play([call({ status: "failed" }), update({ status: "pending" })]).items).toMatchObject([
      { status: "pending" },
    ]);
  });

  it("is not changed by null or by the same again", () => {
    const nothing = update({ title: null, name: null, kind: null, status: "pending", content: null, rawInput: null });
    const { items, patches } = play([
      call({ name: "bash", kind: "read", status: "pending", content: [], rawInput: 1 }),
      nothing,
    ]);
    expect(patches).toEqual([]);
    expect(items).toMatchObject([{ title: "Run", name: "bash", kind: "read", status: "pending", rawInput: 1 }]);
  });

  it("replaces its content whole, diffs of new files and unknown kinds included", () => {
    const content: ToolCallContent[] = [
      { type: "diff", path: "/new", oldText: null, newText: "x" },
      { type: "terminal", terminalId: "x" },
      { kind: "unknown", raw: { type: "smell" } },
    ];
    const before: ToolCallContent = { type: "content", content: { type: "text", text: "old" } };
    expect(play([call({ content: [before] }), update({ content })]).items).toMatchObject([{ content }]);
    expect(play([call({ content }), update({ content: [] })]).items).toMatchObject([{ content: [] }]);
  });

  it("may carry a payload that nests without end", () => {
    const depth = 100_000;
    const rawInput: unknown = JSON.parse(`${"[".repeat(depth)}"x"${"]".repeat(depth)}`);
    expect(play([call({ rawInput })], { charsMax: 10 }).items).toHaveLength(1);
  });

  it("is updated in its place after the stop", () => {
    const { items } = play([call({}), { type: "stop", stopReason: "end_turn" }, update({ status: "completed" })]);
    expect(items).toMatchObject([{ type: "tool_call", status: "completed" }, { type: "stop" }]);
  });
});

describe("a terminal that the agent runs", () => {
  it("is put together from the tool call's _meta", () => {
    const { terminals, items } = play([
      call({
        content: [{ type: "terminal", terminalId: "x" }],
        _meta: { terminal_info: { terminal_id: "x", cwd: "/w" }, tool: "exec" },
      }),
      output("one\n"),
      update({ _meta: { terminal_output: { terminal_id: "x", data: "two\n" } } }),
      update({
        status: "completed",
        _meta: {
          terminal_output_delta: { terminal_id: "x", data: "three\n" },
          terminal_exit: { terminal_id: "x", exit_code: 0, signal: null },
        },
      }),
    ]);
    expect(terminals).toEqual([
      {
        terminalId: "x",
        toolCallId: "t",
        command: null,
        cwd: "/w",
        output: "one\ntwo\nthree\n",
        trimmedBytes: 0,
        exit: { exitCode: 0, signal: null },
      },
    ]);
    expect(items).toMatchObject([{ status: "completed", meta: { tool: "exec" } }]);
  });

  it("appends without touching the item", () => {
    expect(play([call({}), output("a"), output("b")]).patches).toEqual([
      { type: "output_appended", terminalId: "x", text: "b" },
    ]);
  });

  it("goes by the tool call's id if it has none, and survives nonsense", () => {
    const { terminals } = play([
      update({ _meta: { terminal_output: { data: "a" } } }),
      update({
        _meta: { terminal_info: 7, terminal_output_delta: { terminal_id: "t", data: null }, terminal_exit: [] },
      }),
      update({ _meta: { terminal_exit: { exit_code: "?", signal: "SIGKILL" } } }),
    ]);
    expect(terminals).toMatchObject([{ terminalId: "t", output: "a", exit: { exitCode: null, signal: "SIGKILL" } }]);
  });

  it("takes the same output once when it comes under both names", () => {
    const data = { terminal_id: "x", data: "a" };
    const { terminals } = play([update({ _meta: { terminal_output: data, terminal_output_delta: data } })]);
    expect(terminals).toMatchObject([{ output: "a" }]);
  });

  it("loses the beginning of long output, at a character", () => {
    const { terminals } = play([output("0123456789"), output("äöü😀😀")], { terminalBytesMax: 16 });
    const [terminal] = terminals;
    expect(terminal?.output).toBe("äöü😀😀");
    expect(terminal?.trimmedBytes).toBe(10);
    const second = play([output("😀😀😀😀x")], { terminalBytesMax: 16 }).terminals[0];
    expect(second?.output).toBe("😀😀😀x");
    expect(second?.trimmedBytes).toBe(4);
  });

  it("goes with its tool call", () => {
    const note: SessionEventBody = { type: "note", level: "info", text: "x" };
    expect(play([output("a"), note], { itemsMax: 1 })).toMatchObject({
      terminals: [],
      patches: [
        { type: "item_added" },
        { type: "terminals_removed", terminalIds: ["x"] },
        { type: "items_trimmed", count: 1 },
      ],
    });
  });

  it("stays as long as its tool call does", () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      update({ toolCallId: `t${index}`, _meta: { terminal_output: { data: "x".repeat(50) } } }),
    );
    const { terminals } = play(calls, { itemsMax: 3, charsMax: 2000 });
    expect(terminals.map(({ terminalId }) => terminalId)).toEqual(["t97", "t98", "t99"]);
  });

  it("is bounded even if one tool call reports many", () => {
    const many = Array.from({ length: 100 }, (_, index) => output("0123456789", `x${index}`));
    const { terminals } = play(many, { charsMax: 500 });
    expect(terminals.length).toBeLessThan(12);
    expect(terminals.at(-1)?.terminalId).toBe("x99");
  });
});
