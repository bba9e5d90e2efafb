import { describe, expect, it } from "vitest";
import type { Observation } from "./observation.ts";
import { createFrameFeeder, filesOf, only, type FrameFeeder } from "./testing/feed-frames.ts";

const OPTIONS = [
  { optionId: "y", name: "Yes", kind: "allow_once" },
  { optionId: "a", name: "Always", kind: "allow_always" },
  { optionId: "n", name: "No", kind: "reject_once" },
];

function opened(): FrameFeeder {
  const feeder = createFrameFeeder();
  feeder.open("/repo");
  return feeder;
}

function ask(feeder: FrameFeeder, params: object, outcome: unknown): readonly Observation[] {
  return feeder.exchange("session/request_permission", { options: OPTIONS, ...params }, { outcome });
}

const selected = (optionId: string): object => ({ outcome: "selected", optionId });
const edit = { toolCallId: "c1", kind: "edit", title: "Edit", locations: [{ path: "/repo/a.ts" }] };

describe("a permission", () => {
  it("is asked with what it is for, and answered with the kind of the option", () => {
    const said = ask(opened(), { toolCall: edit }, selected("a"));
    expect(only(said, "permission_asked")).toMatchObject([{ toolCallId: "c1", kind: "edit", paths: ["/repo/a.ts"] }]);
    expect(only(said, "permission_answered")).toMatchObject([{ outcome: "selected", optionKind: "allow_always" }]);
    const [asked] = only(said, "permission_asked");
    expect(only(said, "permission_answered")[0]?.requestId).toBe(asked?.requestId);
    // The call was never announced: the question is where it begins.
    expect(only(said, "tool_call")).toMatchObject([{ toolCallId: "c1", kind: "edit", title: "Edit" }]);
  });

  it.each<[string, unknown, string, string | undefined]>([
    ["a rejection", selected("n"), "selected", "reject_once"],
    ["a cancellation", { outcome: "cancelled" }, "cancelled", undefined],
    ["an option nobody offered", selected("zz"), "selected", undefined],
    ["a word", "cancelled", "cancelled", undefined],
    ["nothing", undefined, "unknown", undefined],
  ])("may have %s for an answer", (_, outcome, word, optionKind) => {
    const said = ask(opened(), { toolCall: edit }, outcome);
    expect(only(said, "permission_answered")).toMatchObject([{ outcome: word, optionKind }]);
  });

  it("may have an error for an answer", () => {
    const said = opened().exchange(
      "session/request_permission",
      { toolCall: edit, options: OPTIONS },
      new Error("gone"),
    );
    expect(only(said, "permission_answered")).toMatchObject([{ outcome: "error" }]);
  });

  it.each([
    ["y", ["write /repo/a.ts (location)"]],
    ["n", []],
  ])("lets the write begin, or not: %s", (option, files) => {
    const feeder = opened();
    const said = ask(feeder, { toolCall: edit }, selected(option));
    expect(filesOf(said)).toEqual(files);
    const failed = feeder.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "failed" });
    expect(filesOf(failed)).toEqual([]);
  });

  it("of version 2 is for a tool call or a command", () => {
    const subject = { type: "tool_call", toolCall: edit };
    expect(only(ask(opened(), { title: "May I?", subject }, selected("y")), "permission_asked")).toMatchObject([
      { toolCallId: "c1", kind: "edit" },
    ]);
    const command = { type: "command", command: "make all", cwd: "/repo" };
    expect(only(ask(opened(), { title: "May I?", subject: command }, selected("y")), "permission_asked")).toMatchObject(
      [{ toolCallId: undefined, kind: "execute", command: "make all" }],
    );
  });
});

describe("a terminal of the client", () => {
  it("is created, read and released", () => {
    const feeder = opened();
    const created = feeder.exchange(
      "terminal/create",
      { command: "cat", args: ["my file", ">", "b"] },
      { terminalId: "t" },
    );
    expect(only(created, "terminal")).toMatchObject([
      { terminalId: "t", state: "created", command: "cat 'my file' '>' b" },
    ]);
    expect(filesOf(created)).toEqual(["read /repo/my file (terminal)", "read /repo/b (terminal)"]);
    const output = (text: string, exitStatus?: object): readonly Observation[] =>
      feeder.exchange("terminal/output", { terminalId: "t" }, { output: text, truncated: false, exitStatus });
    expect(filesOf(output("x.ts:1: a\n"))).toEqual(["search x.ts (output)"]);
    expect(filesOf(output("x.ts:1: a\ny.t"))).toEqual([]);
    expect(filesOf(output("x.ts:1: a\ny.ts:2: b\n"))).toEqual(["search y.ts (output)"]);
    expect(only(output("x.ts:1: a\ny.ts:2: b\n", { exitCode: 0 }), "terminal")).toMatchObject([{ state: "exited" }]);
    expect(only(feeder.exchange("terminal/wait_for_exit", { terminalId: "t" }, { exitCode: 0 }), "terminal")).toEqual(
      [],
    );
    const released = feeder.exchange("terminal/release", { terminalId: "t" }, null);
    expect(only(released, "terminal")).toMatchObject([{ state: "released" }]);
  });

  it("that could not be created is none", () => {
    expect(opened().exchange("terminal/create", { command: "cat a" }, new Error("refused"))).toEqual([]);
  });

  it("belongs to the tool call with its command", () => {
    const feeder = opened();
    feeder.update({ sessionUpdate: "tool_call", toolCallId: "c1", kind: "execute", rawInput: { command: "cat a.ts" } });
    const created = feeder.exchange("terminal/create", { command: "cat a.ts" }, { terminalId: "t" });
    expect(only(created, "terminal")).toMatchObject([{ toolCallId: "c1" }]);
  });
});

describe("a terminal that the agent shows", () => {
  const data = (text: string): string => btoa(text);

  it("is created and exits by updates, and names files in pieces of lines", () => {
    const feeder = opened();
    const update = { sessionUpdate: "terminal_update", terminalId: "t", command: "cat a.ts", cwd: "/repo/s" };
    const created = feeder.update(update);
    expect(only(created, "terminal")).toMatchObject([{ state: "created", command: "cat a.ts" }]);
    expect(filesOf(created)).toEqual(["read /repo/s/a.ts (terminal)"]);
    const chunk = (text: string): readonly string[] =>
      filesOf(feeder.update({ sessionUpdate: "terminal_output_chunk", terminalId: "t", data: data(text) }));
    expect(chunk("src/b")).toEqual([]);
    expect(chunk(".ts:3: x\n")).toEqual(["search src/b.ts (output)"]);
    expect(chunk("%%%")).toEqual([]);
    const exited = { ...update, output: { data: data("c.ts:1: y\n") }, exitStatus: { exitCode: 1 } };
    const said = feeder.update(exited);
    expect(filesOf(said)).toEqual(["search c.ts (output)"]);
    expect(only(said, "terminal")).toMatchObject([{ state: "exited" }]);
    expect(only(feeder.update(exited), "terminal")).toEqual([]);
    feeder.update({ sessionUpdate: "terminal_output_chunk", terminalId: "t", data: "not base64 §" });
  });
});
