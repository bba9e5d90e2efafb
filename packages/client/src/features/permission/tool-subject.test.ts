import type { ToolCallUpdate } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { mergeToolCalls, readToolSubject, type ToolSubject } from "./tool-subject.ts";

function read(toolCall: Partial<ToolCallUpdate>): ToolSubject {
  return readToolSubject({ toolCallId: "call-1", ...toolCall }, "/code");
}

describe("the command of a tool call", () => {
  it.each<[string, unknown, unknown]>([
    ["a line", { command: "npm test" }, "npm test"],
    ["another name", { cmd: "npm test" }, "npm test"],
    ["a script", { script: "npm test" }, "npm test"],
    ["camel case", { commandLine: "npm test" }, "npm test"],
    ["words", { command: ["npm", "test"] }, { command: "npm", args: ["test"] }],
    ["one word", { command: ["npm test"] }, "npm test"],
    ["a shell", { command: ["bash", "-lc", "npm test"] }, { command: "bash", args: ["-lc", "npm test"] }],
    ["arguments beside it", { command: "npm", args: ["test"] }, { command: "npm", args: ["test"] }],
    ["an object in it", { command: { cmd: "npm", args: ["test"] } }, { command: "npm", args: ["test"] }],
    ["several lines", { commands: ["cd x", "npm test"] }, "cd x\nnpm test"],
    ["a text", "npm test", "npm test"],
    ["a list", ["npm", "test"], { command: "npm", args: ["test"] }],
    ["JSON in a text", '{"command":"npm test"}', "npm test"],
  ])("is %s", (_, rawInput, expected) => {
    expect(read({ kind: "execute", rawInput }).commands).toEqual([expected]);
  });

  it("is every one of them, where there are several", () => {
    expect(read({ kind: "execute", rawInput: { command: "ls", script: "rm -rf ." } }).commands).toEqual([
      "ls",
      "rm -rf .",
    ]);
  });

  it.each([undefined, null, 3, {}, { command: 3 }, { command: " " }, { command: [] }, "{broken"])(
    "is unknown in %j",
    (rawInput) => {
      const { commands } = read({ kind: "execute", rawInput });
      expect(commands.length).toBe(rawInput === "{broken" ? 1 : 0);
    },
  );

  it("may be the title, in backquotes or without, unless it was shortened", () => {
    expect(read({ kind: "execute", title: "`npm test`" })).toMatchObject({ commands: [], guess: "npm test" });
    expect(read({ kind: "execute", title: "npm test" }).guess).toBe("npm test");
    for (const title of ["`npm test …`", "npm tes...", "", null]) {
      expect(read({ kind: "execute", title }).guess).toBeUndefined();
    }
    expect(read({ kind: "execute", title: "ls", rawInput: { command: "npm test" } }).guess).toBeUndefined();
    expect(read({ kind: "edit", title: "npm test" }).guess).toBeUndefined();
  });

  it("runs in the folder and with the variables that it names", () => {
    const rawInput = { command: "ls", workdir: "/code/sub", env: { A: "1", B: 2 } };
    expect(read({ kind: "execute", rawInput }).commandOptions).toEqual({
      cwd: "/code/sub",
      environment: { A: "1", B: "2" },
    });
    expect(read({ kind: "execute", rawInput: { command: "ls" } }).commandOptions.cwd).toBe("/code");
  });
});

describe("the paths of a tool call", () => {
  it("are its locations, its diffs and its input, each once", () => {
    const toolCall: Partial<ToolCallUpdate> = {
      kind: "edit",
      locations: [{ path: "/code/a" }],
      content: [
        { type: "diff", path: "/code/b", newText: "x" },
        { type: "content", content: { type: "text", text: "/code/no" } },
      ],
      rawInput: { file_path: "/code/a", paths: ["/code/c"], content: "/code/no" },
    };
    expect(read(toolCall).paths).toEqual(["/code/a", "/code/b", "/code/c"]);
  });

  it("are both ends of a move, and of a move only", () => {
    const rawInput = { source: "/code/a", destination: "/code/b" };
    expect(read({ kind: "move", rawInput }).paths).toEqual(["/code/a", "/code/b"]);
    expect(read({ kind: "edit", rawInput: { path: "/code/a", source: "print(1)", from: "3" } }).paths).toEqual([
      "/code/a",
    ]);
  });

  it("are not what a command, a page or somebody else's tool calls one", () => {
    expect(read({ kind: "execute", locations: [{ path: "/code/a" }], rawInput: { command: "cat a" } }).paths).toEqual(
      [],
    );
    expect(read({ kind: "fetch", rawInput: { path: "/api" } }).paths).toEqual([]);
    expect(read({ title: "mcp__files__read", rawInput: { path: "/remote" } }).paths).toEqual([]);
    expect(read({ kind: "other", title: "Look", rawInput: { path: "/remote" } }).paths).toEqual([]);
  });
});

describe("the tool of a tool call", () => {
  it.each<[Partial<ToolCallUpdate>, object | undefined]>([
    [{ title: "mcp__stubstdio__stub_echo" }, { server: "stubstdio", name: "stub_echo" }],
    [
      { title: "Echo", name: "mcp__my_server__a__b" },
      { server: "my_server", name: "a__b" },
    ],
    [
      { title: "mcp.docs.search", kind: "execute" },
      { server: "docs", name: "search" },
    ],
    [
      { kind: "execute", rawInput: { server: "docs", tool: "search" } },
      { server: "docs", name: "search" },
    ],
    [
      { title: "stub_echo (stubstdio MCP Server)", kind: "other" },
      { server: "stubstdio", name: "stub_echo" },
    ],
    [
      { title: "stubstdio: stub echo", kind: "other" },
      { server: "stubstdio", name: "stub_echo" },
    ],
    [{ title: "notes: beta", kind: "edit" }, undefined],
    [{ title: "Read file" }, undefined],
    [{ title: "Run", name: "mcp__acp__Bash", kind: "execute" }, undefined],
  ])("of a server: %j", (toolCall, expected) => {
    const { mcp } = read(toolCall);
    expect(mcp && { server: mcp.server, name: mcp.name }).toEqual(expected);
  });

  it.each<[Partial<ToolCallUpdate>, string]>([
    [{ title: "shell", kind: "other" }, "execute"],
    [{ title: "write" }, "edit"],
    [{ title: "x", name: "read_file", kind: "other" }, "read"],
    [{ title: "shell", kind: "think" }, "think"],
    [{ title: "Run", name: "mcp__acp__Bash" }, "execute"],
    [{ title: "Write something" }, "other"],
    [{ title: "constructor" }, "other"],
    [{}, "other"],
  ])("is known by what it says, else by its name: %j", (toolCall, kind) => {
    expect(read(toolCall).kind).toBe(kind);
  });

  it("has the addresses it names, or those in its title", () => {
    expect(read({ kind: "fetch", rawInput: { url: "https://a.example" } }).urls).toEqual(["https://a.example"]);
    expect(read({ kind: "fetch", rawInput: { urls: ["https://a.example", "https://b.example"] } }).urls).toHaveLength(
      2,
    );
    expect(read({ kind: "fetch", title: "Fetch `https://c.example/x`" }).urls).toEqual(["https://c.example/x"]);
    expect(read({ kind: "other", rawInput: { url: "https://a.example" } }).urls).toEqual(["https://a.example"]);
    expect(read({ kind: "other", rawInput: { text: "https://a.example" } }).urls).toEqual([]);
  });
});

describe("a question as real agents put it", () => {
  const path = "/code/notes.txt";
  it.each<[string, Partial<ToolCallUpdate>, Partial<ToolCallUpdate>, Partial<ToolSubject>]>([
    [
      "goose",
      {},
      { kind: "other", title: "shell", rawInput: { command: "ls" } },
      { kind: "execute", commands: ["ls"] },
    ],
    [
      "goose",
      {},
      { kind: "other", title: "edit", rawInput: { path, before: "a", after: "b" } },
      { kind: "edit", paths: [path] },
    ],
    [
      "goose",
      {},
      { kind: "other", title: "todo: todo write", rawInput: { content: "- [ ] x" } },
      { mcp: { server: "todo", name: "todo_write", isWrapped: false } },
    ],
    [
      "claude-code-acp",
      { kind: "edit", title: "Write", locations: [{ path }] },
      { title: `Write ${path}`, rawInput: { file_path: path, content: "x" } },
      { kind: "edit", paths: [path], isNamed: false },
    ],
    [
      "claude-code-acp",
      { kind: "execute", title: "Terminal", rawInput: {} },
      { title: "`ls -l`", rawInput: { command: "ls -l", timeout: 1 } },
      { kind: "execute", commands: ["ls -l"], guess: undefined },
    ],
    [
      "codex",
      {},
      {
        kind: "execute",
        title: `Read file '${path}'`,
        rawInput: { command: "cat x", cwd: "/code" },
        locations: [{ path }],
      },
      { commands: ["cat x"], paths: [] },
    ],
    [
      "codex",
      { kind: "execute", title: "mcp.docs.search", rawInput: { server: "docs", tool: "search", arguments: {} } },
      { kind: "execute", status: "pending" },
      { mcp: { server: "docs", name: "search", isWrapped: true }, commands: [] },
    ],
    [
      "gemini",
      {},
      { kind: "execute", title: "touch a && ls", content: [], locations: [] },
      { kind: "execute", commands: [], guess: "touch a && ls" },
    ],
    [
      "gemini",
      {},
      {
        kind: "edit",
        title: "notes.txt: a => b",
        content: [{ type: "diff", path, newText: "b" }],
        locations: [{ path }],
      },
      { kind: "edit", paths: [path], mcp: undefined },
    ],
    [
      "opencode",
      {},
      { kind: "edit", title: path, locations: [{ path }], rawInput: { filepath: path, diff: "…" } },
      { kind: "edit", paths: [path], isNamed: false },
    ],
    [
      "auggie",
      {},
      { title: "Workspace Indexing Permission" },
      { kind: "other", isNamed: false, paths: [], commands: [] },
    ],
  ])("%s: %j, then %j", (_, announced, asked, expected) => {
    const id = { toolCallId: "call-1" };
    expect(readToolSubject(mergeToolCalls({ ...id, ...announced }, { ...id, ...asked }), "/code")).toMatchObject(
      expected,
    );
  });
});
