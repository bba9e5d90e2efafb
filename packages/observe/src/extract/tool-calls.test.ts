import { describe, expect, it } from "vitest";
import { createFrameFeeder, filesOf, only, type FrameFeeder } from "./testing/feed-frames.ts";

function opened(): FrameFeeder {
  const feeder = createFrameFeeder();
  feeder.open("/repo");
  return feeder;
}

const call = (fields: object): Record<string, unknown> => ({
  sessionUpdate: "tool_call",
  toolCallId: "c1",
  status: "in_progress",
  ...fields,
});
const text = (output: string): object => ({ type: "content", content: { type: "text", text: output } });

describe("a tool call names files", () => {
  it.each<[string, object, string[]]>([
    ["by locations", { kind: "read", locations: [{ path: "/repo/a.ts", line: 3 }] }, ["read /repo/a.ts (location)"]],
    ["which it edits", { kind: "edit", locations: [{ path: "a.ts" }] }, ["write a.ts (location)"]],
    ["which it deletes", { kind: "delete", locations: [{ path: "a.ts" }] }, ["write a.ts (location)"]],
    ["which it searches", { kind: "search", rawInput: { path: "src", pattern: "x" } }, ["search src (input)"]],
    ["in a diff", { content: [{ type: "diff", path: "a.ts", oldText: null, newText: "" }] }, ["write a.ts (diff)"]],
    [
      "in a diff of version 2",
      { content: [{ type: "diff", changes: [{ operation: "move", oldPath: "a.ts", path: "b.ts" }] }] },
      ["write b.ts (diff)", "write a.ts (diff)"],
    ],
    ["as path", { kind: "read", rawInput: { path: "a" } }, ["read a (input)"]],
    ["as file_path", { kind: "read", rawInput: { file_path: "a" } }, ["read a (input)"]],
    ["as filePath", { kind: "read", rawInput: { filePath: "a" } }, ["read a (input)"]],
    ["as absolute_path", { kind: "read", rawInput: { absolute_path: "/a" } }, ["read /a (input)"]],
    ["as target_file", { kind: "edit", rawInput: { target_file: "a" } }, ["write a (input)"]],
    ["as notebook_path", { kind: "edit", rawInput: { notebook_path: "a.ipynb" } }, ["write a.ipynb (input)"]],
    ["as paths", { kind: "read", rawInput: { paths: ["a", "b"] } }, ["read a (input)", "read b (input)"]],
    ["as files with paths", { kind: "read", rawInput: { files: [{ path: "a" }] } }, ["read a (input)"]],
    ["as JSON text", { kind: "read", rawInput: '{"path":"a"}' }, ["read a (input)"]],
    ["from and to", { kind: "move", rawInput: { from: "a", to: "b" } }, ["write a (input)", "write b (input)"]],
    ["in a map of changes", { kind: "edit", rawInput: { changes: { "/repo/a": {} } } }, ["write /repo/a (input)"]],
    [
      "in a patch",
      { kind: "edit", rawInput: { input: "*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n+x" } },
      ["write a.ts (input)", "write b.ts (input)"],
    ],
    [
      "in a unified diff, where a removed comment is no file",
      { kind: "edit", rawInput: { diff: "--- a/x.lua\n+++ b/x.lua\n@@ -1 +1 @@\n--- old comment\n+-- new" } },
      ["write x.lua (input)"],
    ],
    ["in a command", { kind: "execute", rawInput: { command: "cat a.ts" } }, ["read a.ts (command)"]],
    ["in words", { kind: "execute", rawInput: { command: ["bash", "-lc", "cat a.ts"] } }, ["read a.ts (command)"]],
    ["in a folder", { kind: "execute", rawInput: { cmd: "cat a", cwd: "/repo/s" } }, ["read /repo/s/a (command)"]],
    ["in a title that is the command", { kind: "execute", title: "`touch a.ts`" }, ["write a.ts (command)"]],
    ["by the name of the tool", { name: "Write", rawInput: { file_path: "a" } }, ["write a (input)"]],
    [
      "by a name in _meta",
      { _meta: { x: { toolName: "mcp__acp__Edit" } }, rawInput: { path: "a" } },
      ["write a (input)"],
    ],
    ["with an editor's verb", { name: "text_editor", rawInput: { command: "view", path: "a" } }, ["read a (input)"]],
    ["in its output", { kind: "execute", content: [text("src/a.ts:3: x")] }, ["search src/a.ts (output)"]],
    ["in raw output", { kind: "search", rawOutput: { output: "src/a.ts\n" } }, ["search src/a.ts (output)"]],
  ])("%s", (_, fields, files) => {
    expect(filesOf(opened().update(call(fields)))).toEqual(files);
  });

  it.each<[string, object]>([
    ["what it fetches", { kind: "fetch", rawInput: { path: "/x" }, locations: [{ path: "/y" }] }],
    ["what it thinks", { kind: "think", rawInput: { file: "a.ts" } }],
    ["the text of a file that it reads", { kind: "read", content: [text("see src/a.ts:3")] }],
    ["fields of another form", { kind: "read", locations: "a", rawInput: [1], content: { type: "diff" } }],
    ["paths that are none", { kind: "read", locations: [{ path: "" }, { path: "a\nb" }, { path: 3 }, null] }],
  ])("but not %s", (_, fields) => {
    expect(filesOf(opened().update(call(fields)))).toEqual([]);
  });

  it("each once, however often and however written", () => {
    const feeder = opened();
    const fields = call({ kind: "read", locations: [{ path: "/repo/a.ts" }], rawInput: { path: "a.ts" } });
    expect(filesOf(feeder.update(fields))).toHaveLength(1);
    expect(filesOf(feeder.update({ ...fields, sessionUpdate: "tool_call_update", status: "completed" }))).toEqual([]);
    expect(filesOf(feeder.update({ ...fields, toolCallId: "c2" }))).toHaveLength(1);
  });

  it("and belongs to them", () => {
    const [file] = only(opened().update(call({ kind: "read", locations: [{ path: "a", line: 7 }] })), "file");
    expect(file).toMatchObject({ toolCallId: "c1", line: 7, sessionId: "s1", atMs: 30 });
  });
});

describe("a write", () => {
  const edit = { kind: "edit", locations: [{ path: "a.ts" }] };

  it("is reported when it begins, not when it is announced", () => {
    const feeder = opened();
    expect(filesOf(feeder.update(call({ ...edit, status: "pending" })))).toEqual([]);
    expect(
      filesOf(feeder.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "in_progress" })),
    ).toEqual(["write a.ts (location)"]);
    expect(
      filesOf(feeder.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed" })),
    ).toEqual([]);
  });

  it("that failed is not reported", () => {
    const feeder = opened();
    feeder.update(call({ ...edit, status: "pending" }));
    expect(filesOf(feeder.update(call({ ...edit, status: "failed" })))).toEqual([]);
    expect(filesOf(feeder.update(call({ ...edit, status: "failed" })))).toEqual([]);
  });

  it("of an agent that reports no status is reported at the end of the turn", () => {
    const feeder = opened();
    feeder.toAgent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } });
    expect(filesOf(feeder.update(call({ ...edit, status: undefined })))).toEqual([]);
    expect(filesOf(feeder.toClient({ id: 1, result: { stopReason: "end_turn" } }))).toEqual(["write a.ts (location)"]);
  });
});

describe("what is known of a call", () => {
  it("is the latest of each field, in any order of the messages", () => {
    const feeder = opened();
    feeder.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed", name: "exec" });
    const [said] = only(
      feeder.update(call({ title: "t", kind: "execute", status: undefined, rawInput: { command: "make all" } })),
      "tool_call",
    );
    expect(said).toEqual({
      type: "tool_call",
      sessionId: "s1",
      atMs: 40,
      toolCallId: "c1",
      title: "t",
      name: "exec",
      kind: "execute",
      status: "completed",
      command: "make all",
    });
  });

  it("keeps a kind that says more than `other`", () => {
    const feeder = opened();
    feeder.update(call({ kind: "edit" }));
    expect(only(feeder.update(call({ kind: "other" })), "tool_call")).toMatchObject([{ kind: "edit" }]);
  });

  it("is scanned for files again only where its output has grown", () => {
    const feeder = opened();
    const output = (lines: string): readonly string[] =>
      filesOf(feeder.update(call({ kind: "execute", content: [text(lines)] })));
    expect(output("a.ts:1: x\n")).toEqual(["search a.ts (output)"]);
    expect(output("a.ts:1: x\n")).toEqual([]);
    expect(output("a.ts:1: x\nb.ts:2: y\n")).toEqual(["search b.ts (output)"]);
  });

  it("grows by chunks in version 2", () => {
    const feeder = opened();
    feeder.update(call({ sessionUpdate: "tool_call_update", kind: "execute" }));
    const chunk = { sessionUpdate: "tool_call_content_chunk", toolCallId: "c1", content: text("a.ts:1: x") };
    expect(filesOf(feeder.update(chunk))).toEqual(["search a.ts (output)"]);
  });
});
