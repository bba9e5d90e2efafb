import type { ToolCallItem } from "@parley/acp/transcript";
import { describe, expect, it } from "vitest";
import { describeToolCall } from "./describe-tool-call.ts";

const BARE: ToolCallItem = {
  type: "tool_call",
  id: 1,
  seq: 1,
  at: 0,
  toolCallId: "call_1",
  title: null,
  name: null,
  kind: null,
  status: "completed",
  content: [],
  locations: [],
  rawInput: undefined,
  rawOutput: undefined,
  meta: null,
};

describe("what a tool call does", () => {
  it.each<[string, Partial<ToolCallItem>, string, string | undefined]>([
    [
      "a telling title stays",
      { title: "Read notes.txt", kind: "read", rawInput: { path: "/w/notes.txt" } },
      "Read notes.txt",
      undefined,
    ],
    [
      "a command as the title",
      { title: "`npm test`", kind: "execute", rawInput: { command: "npm test" } },
      "npm test",
      undefined,
    ],
    [
      "the name of the shell",
      { title: "bash", kind: "execute", rawInput: { command: "npm test" } },
      "npm test",
      undefined,
    ],
    ["the tool's prefix", { title: "shell · npm test", rawInput: { command: "npm test" } }, "npm test", undefined],
    ["a cut title", { title: "shell · npm te...…", rawInput: { command: "npm test" } }, "npm test", undefined],
    [
      "words about a command",
      { title: "Run the tests", kind: "execute", rawInput: { command: "npm test" } },
      "npm test",
      "Run the tests",
    ],
    [
      "a command in a shell",
      { title: "Terminal", kind: "execute", rawInput: { command: ["bash", "-lc", "npm test"] } },
      "npm test",
      undefined,
    ],
    [
      "a generic read",
      { title: "Read File", kind: "read", rawInput: { file_path: "/w/src/a.ts" } },
      "Read src/a.ts",
      undefined,
    ],
    [
      "a summary that names no file",
      { title: "stub reply", rawInput: { path: "/w/a.ts" }, kind: "read" },
      "stub reply",
      "a.ts",
    ],
    [
      "a new file",
      { title: "WriteFile", kind: "edit", rawInput: { path: "/w/a.ts", content: "x" } },
      "Write a.ts",
      undefined,
    ],
    [
      "an edit",
      { title: "edit", kind: "edit", rawInput: { file_path: "/w/a.ts", old_string: "a", new_string: "b" } },
      "Edit a.ts",
      undefined,
    ],
    [
      "a diff alone",
      { title: "Edit", kind: "edit", content: [{ type: "diff", path: "/w/b.ts", oldText: "a", newText: "b" }] },
      "Edit b.ts",
      undefined,
    ],
    [
      "a search",
      { title: "grep", kind: "search", rawInput: { pattern: "TODO", path: "/w/src" } },
      "Search TODO in src",
      undefined,
    ],
    [
      "a fetch",
      { title: "fetch", kind: "fetch", rawInput: { url: "https://example.com/a" } },
      "Fetch https://example.com/a",
      undefined,
    ],
    [
      "a tool of its own",
      { title: "set_timer", rawInput: { minutes: 5, label: "tea" } },
      "set_timer minutes: 5, label: tea",
      undefined,
    ],
    [
      "a whole path in the title",
      {
        title: "Edit `/w/src/a.ts`",
        kind: "edit",
        rawInput: { file_path: "/w/src/a.ts", old_string: "a", new_string: "b" },
      },
      "Edit src/a.ts",
      undefined,
    ],
    [
      "a command, which stays as it is",
      { title: "`cat /w/a.ts`", kind: "execute", rawInput: { command: "cat /w/a.ts" } },
      "cat /w/a.ts",
      undefined,
    ],
    ["nothing known", {}, "call_1", undefined],
    ["only a location", { title: "Read File", kind: "read", locations: [{ path: "/w/c.ts" }] }, "Read c.ts", undefined],
  ])("%s", (_, fields, title, about) => {
    expect(describeToolCall({ ...BARE, ...fields }, "/w")).toMatchObject({ title, about });
  });

  it("finds the kind of calls that do not state it", () => {
    const call = { ...BARE, title: "shell · ls", rawInput: { command: "ls" } };
    expect(describeToolCall(call, "/w").kind).toBe("execute");
  });
});
