import { describe, expect, it } from "vitest";
import { PATHS_MAX, VALUES_MAX } from "../limits.ts";
import { readToolCall, type ToolCallFields } from "./read-tool-call.ts";
import type { ToolCallReading } from "./reading.ts";

const SECRET = "secrets/key.pem";
const PATCH = `*** Begin Patch\n*** Update File: ${SECRET}\n@@\n-a\n+b\n*** End Patch`;

function read(rawInput: unknown, more: ToolCallFields = {}): ToolCallReading {
  return readToolCall({ toolCallId: "1", rawInput, ...more });
}

/** Everything that is compared with what somebody protects. */
function named({ paths, writes, deletes, moves, mentions, locations }: ToolCallReading): readonly string[] {
  return [
    ...paths,
    ...writes,
    ...deletes,
    ...moves,
    ...mentions.map(({ text }) => text),
    ...locations.map(({ path }) => path),
  ];
}

describe("a path is found in", () => {
  it.each<[string, unknown]>([
    ["a key of the table", { path: SECRET }],
    ["snake case", { absolute_path: SECRET }],
    ["camel case", { targetFile: SECRET }],
    ["kebab case", { "file-path": SECRET }],
    ["capital letters", { FILE_PATH: SECRET }],
    ["a key nobody knows", { anything: SECRET }],
    ["a key itself", { files: { [SECRET]: "text" } }],
    ["a key at the top", { [SECRET]: { text: "x" } }],
    ["changes by path", { changes: { [SECRET]: { update: { unified_diff: "@@ -1 +1 @@\n-a\n+b" } } } }],
    ["a list of paths", { paths: ["a.ts", SECRET] }],
    ["a list of objects", { files: [{ path: "a.ts" }, { path: SECRET }] }],
    ["a list of edits", { edits: [{ path: SECRET, old: "a", new: "b" }] }],
    ["a list of edits with other names", { operations: [{ file_name: SECRET, search: "a", replace: "b" }] }],
    ["an object", { target: { file: { name: SECRET } } }],
    ["an object deep inside", { a: { b: { c: { d: [{ e: SECRET }] } } } }],
    ["JSON in a text", JSON.stringify({ path: SECRET })],
    ["JSON in a field", { arguments: JSON.stringify({ path: SECRET }) }],
    ["JSON in JSON", { input: JSON.stringify({ input: JSON.stringify({ x: SECRET }) }) }],
    ["a list as the input", [SECRET]],
    ["a text as the input", SECRET],
    ["a name and a value", { params: [{ name: "path", value: SECRET }] }],
    ["pairs", { args: [["path", SECRET]] }],
    ["pieces", { path: ["secrets", "key.pem"] }],
    ["several in one text", { paths: `a.ts, ${SECRET}` }],
    ["several lines", { files: `a.ts\n${SECRET}` }],
    ["a folder and a name", { directory: "secrets", file: "key.pem" }],
    ["a working folder and a name", { cwd: "secrets", path: "key.pem" }],
    ["an end of a move", { destination: SECRET }],
    ["a source", { from: SECRET, to: "b" }],
    ["a file URI", { uri: "file:///code/secrets/key.pem" }],
    ["an encoded URI", { uri: "file:///code/secrets%2Fkey.pem" }],
    ["an encoded path", { path: "secrets%2Fkey.pem" }],
    ["quotes", { path: `"${SECRET}"` }],
    ["an @ before it", { path: `@${SECRET}` }],
    ["a line behind it", { path: `${SECRET}:12:3` }],
    ["a fragment behind it", { path: `${SECRET}#L10` }],
    ["backslashes", { path: "secrets\\key.pem" }],
    ["a revision before it", { object: `HEAD:${SECRET}` }],
    ["an option", { args: [`--file=${SECRET}`] }],
    ["a variable of an editor", { path: `\${workspaceFolder}/${SECRET}` }],
    ["spaces around it", { path: ` ${SECRET} ` }],
    ["a patch", { patch: PATCH }],
    ["a patch in `input`", { input: PATCH }],
    ["a patch in a field nobody knows", { stuff: PATCH }],
    ["a patch in a command", { command: ["apply_patch", PATCH] }],
    ["a patch that moves", { patch: `*** Update File: a\n*** Move to: ${SECRET}` }],
    ["a patch that deletes", { patch: `*** Delete File: ${SECRET}` }],
    ["a patch that adds", { patch: `*** Add File: ${SECRET}\n+x` }],
    ["a unified diff", { diff: `--- a/${SECRET}\n+++ b/${SECRET}\n@@ -1 +1 @@\n-a\n+b` }],
    ["a unified diff with CRLF", { diff: `--- a/${SECRET}\r\n+++ b/${SECRET}\r\n@@ -1 +1 @@\r\n-a\r\n+b` }],
    ["git's header", { diff: `diff --git a/x b/${SECRET}\nsimilarity index 100%` }],
    ["git's rename", { diff: `diff --git a/x b/y\nrename from x\nrename to ${SECRET}` }],
    ["git's copy", { diff: `copy from ${SECRET}\ncopy to b` }],
    ["a binary file", { diff: `Binary files a/${SECRET} and /dev/null differ` }],
    ["Subversion's header", { diff: `Index: ${SECRET}\n=====\n` }],
    ["a search/replace block", { text: `${SECRET}\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE` }],
    ["lines of a text nobody knows", { list: `x\n${SECRET}\n` }],
    ["a variable", { env: { CONFIG: SECRET } }],
    ["a description", { description: SECRET }],
    ["a pattern", { pattern: SECRET }],
    ["null beside it", { path: null, file: SECRET }],
    ["bytes of another form", { document: { uri: { fsPath: SECRET } } }],
  ])("%s", (_, rawInput) => {
    for (const kind of ["read", "edit", "think", "other", undefined]) {
      expect(named(read(rawInput, { kind })).some((path) => path === SECRET || path === `/code/${SECRET}`)).toBe(true);
    }
  });

  it("locations, diffs and links, whatever the kind", () => {
    const content = [
      { type: "diff", path: "/a", oldText: "x", newText: "y" },
      { type: "diff", changes: [{ path: "/b", oldPath: "/c" }] },
      { type: "content", content: { type: "resource_link", uri: "file:///d" } },
      { kind: "unknown", raw: { type: "patch", file: "/e" } },
    ];
    const reading = read({}, { kind: "think", content, locations: [{ path: "/f" }, { path: 3 }, null] });
    expect(named(reading)).toEqual(expect.arrayContaining(["/a", "/b", "/c", "/d", "/e", "/f"]));
    expect(reading.kind).toBe("edit");
  });

  it("no text of a file, and nothing that is left out", () => {
    const body = { path: "a", content: SECRET, newText: SECRET, old_string: SECRET, new_string: SECRET, after: SECRET };
    expect(named(read({ ...body, exclude: [SECRET], edits: [{ old: SECRET, new: SECRET }] }))).not.toContain(SECRET);
    expect(named(read({ path: "a", content: PATCH }, { kind: "edit" }))).not.toContain(SECRET);
  });
});

describe("the kind of a tool call", () => {
  it.each<[ToolCallFields, string]>([
    [{ kind: "read", rawInput: { path: "a" } }, "read"],
    [{ kind: "read", rawInput: { path: "a", command: "rm -rf ." } }, "execute"],
    [{ kind: "search", rawInput: { pattern: "x", cmd: "ls" } }, "execute"],
    [{ kind: "think", rawInput: { thought: "hm" } }, "think"],
    [{ kind: "think", rawInput: { input: { script: "ls" } } }, "execute"],
    [{ kind: "fetch", rawInput: { url: "https://a.test", argv: ["ls", "-l"] } }, "execute"],
    [{ kind: "switch_mode", rawInput: { patch: PATCH } }, "edit"],
    [{ kind: "read", rawInput: { path: "a", new_string: "x" } }, "edit"],
    [{ kind: "read", rawInput: { path: "a", content: "x" } }, "edit"],
    [{ kind: "read", rawInput: { changes: [{ path: "a", type: "delete" }] } }, "delete"],
    [{ kind: "read", name: "Bash", rawInput: {} }, "execute"],
    [{ kind: "read", _meta: { claudeCode: { toolName: "mcp__acp__Write" } }, rawInput: { path: "a" } }, "edit"],
    [{ kind: "execute", name: "read_file", rawInput: { path: "a" } }, "execute"],
    [{ kind: "read", name: "str_replace_editor", rawInput: { command: "view", path: "a" } }, "read"],
    [{ kind: "read", name: "str_replace_editor", rawInput: { command: "create", path: "a", file_text: "x" } }, "edit"],
    [{ kind: "read", rawInput: { command: "reboot", path: "a" } }, "execute"],
    [{ kind: "other", title: "shell", rawInput: {} }, "execute"],
    [{ title: "constructor" }, "other"],
    [{ kind: "other", rawInput: { command: "ls" } }, "other"],
    [{ kind: "no-such-kind" }, "other"],
    [{ title: "mcp__docs__search", kind: "execute", rawInput: { query: "x" } }, "other"],
  ])("%j is %s", (toolCall, kind) => {
    expect(readToolCall({ toolCallId: "1", ...toolCall }).kind).toBe(kind);
  });
});

describe("the commands of a tool call", () => {
  it.each<[unknown, unknown]>([
    [{ command: "npm test" }, ["npm test"]],
    [{ command: ["npm", "test"] }, [{ command: "npm", args: ["test"] }]],
    [{ command: "npm", args: ["test"] }, [{ command: "npm", args: ["test"] }]],
    [{ command: "npm", args: "publish --tag x" }, ["npm publish --tag x"]],
    [{ command: ["sleep", 3] }, [{ command: "sleep", args: ["3"] }]],
    [{ command: { cmd: "npm", args: ["test"] } }, [{ command: "npm", args: ["test"] }]],
    [{ commands: ["cd x", "npm test"] }, ["cd x\nnpm test"]],
    [{ commands: [{ command: "ls" }, ["rm", "x"]] }, ["ls", { command: "rm", args: ["x"] }]],
    [{ program: "rm", args: ["x"] }, [{ command: "rm", args: ["x"] }]],
    [{ tool_input: { shellCommand: "ls" } }, ["ls"]],
    [{ arguments: '{"command":"ls"}' }, ["ls"]],
    [{ command: "ls", shell: "/bin/bash" }, ["ls"]],
    [{ command: "ls", shell: "./evil" }, ["ls", "./evil"]],
    [{ command: "ls", script: "rm -rf ." }, ["ls", "rm -rf ."]],
    ["npm test", ["npm test"]],
    [["npm", "test"], [{ command: "npm", args: ["test"] }]],
    ["{broken", ["{broken"]],
    [{ command: " " }, []],
    [{ command: 3 }, []],
    [{}, []],
    [null, []],
  ])("%j has %j", (rawInput, commands) => {
    expect(read(rawInput, { kind: "execute" }).commands).toEqual(commands);
  });

  it("come with a folder and variables", () => {
    const env = [{ name: "A", value: "1" }, "B=2", ["C", 3]];
    expect(read({ command: "ls", working_directory: "/x", env }, { kind: "execute" })).toMatchObject({
      cwd: "/x",
      env: { A: "1", B: "2", C: "3" },
    });
    expect(read({ command: "ls", cwd: "/x", workdir: "/y" }, { kind: "execute" }).doubts).toHaveLength(1);
    expect(read({ command: "ls", env: { __proto__: "x", A: "1" } }, { kind: "execute" }).env).toEqual({ A: "1" });
  });

  it("of an MCP tool are for its server, unless they stand where none belong", () => {
    const title = "mcp__docs__run";
    expect(read({ command: "ls" }, { title })).toMatchObject({ commands: [], remoteCommands: ["ls"] });
    expect(read({ command: "ls" }, { title, kind: "execute" })).toMatchObject({ commands: ["ls"] });
    const wrapped = { server: "docs", tool: "run", arguments: { command: "ls" } };
    expect(read(wrapped, { kind: "execute" })).toMatchObject({ commands: [], remoteCommands: ["ls"] });
    expect(read({ ...wrapped, command: "rm x" }, { kind: "execute" })).toMatchObject({ commands: ["rm x"] });
    expect(read({ command: "ls" }, { title, name: "Bash" })).toMatchObject({ mcp: undefined, commands: ["ls"] });
  });
});

describe("the edits of a tool call", () => {
  const edit = { isAll: false, from: "input", path: "a" };
  it.each<[unknown, unknown]>([
    [{ path: "a", old_string: "x", new_string: "y" }, [{ ...edit, old: "x", new: "y" }]],
    [{ path: "a", before: "x", after: "y", replace_all: true }, [{ ...edit, old: "x", new: "y", isAll: true }]],
    [{ path: "a", content: "y" }, [{ ...edit, old: undefined, new: "y" }]],
    [
      {
        file: "a",
        edits: [
          { old: "x", new: "y" },
          { old: "v", new: "w" },
        ],
      },
      [
        { ...edit, old: "x", new: "y" },
        { ...edit, old: "v", new: "w" },
      ],
    ],
    [{ edits: [{ path: "a", search: "x", replace: "y" }] }, [{ ...edit, old: "x", new: "y" }]],
    [{ files: { "a.ts": "y" } }, [{ ...edit, path: "a.ts", old: undefined, new: "y" }]],
    [
      { patch: "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n k\n-x\n+y" },
      [{ ...edit, from: "patch", old: "k\nx", new: "k\ny" }],
    ],
    [{ patch: "*** Add File: a\n+x\n+y" }, [{ ...edit, from: "patch", old: undefined, new: "x\ny" }]],
    [{ path: "a", diff: "@@ -1 +1 @@\n-x\n+y" }, [{ ...edit, from: "patch", old: "x", new: "y" }]],
  ])("%j", (rawInput, edits) => {
    expect(read(rawInput, { kind: "edit" }).edits).toEqual(edits);
  });

  it("a counted part of a diff may look like a header", () => {
    const diff = "--- a/a\n+++ b/a\n@@ -1,2 +1 @@\n--- x\n-y\n+++ z\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+2";
    const { writes, edits } = read({ diff }, { kind: "edit" });
    expect(writes).toEqual(["a", "b"]);
    expect(edits).toMatchObject([
      { old: "-- x\ny", new: "++ z" },
      { old: "1", new: "2" },
    ]);
  });
});

describe("what cannot be read", () => {
  it.each<[string, unknown]>([
    ["a long text nobody knows", { path: "a", stuff: "x\n".repeat(3) }],
    ["a line that is too long", { path: "a", stuff: "x".repeat(5_000) }],
    ["a path that is none", { path: "a\0b" }],
    ["bytes", { path: "a", data: { type: "Buffer", data: [46] } }],
    ["too many values", { path: "a", list: Array.from({ length: VALUES_MAX + 1 }, () => 1) }],
    ["too many paths", { paths: Array.from({ length: PATHS_MAX + 1 }, (_, index) => `f${index}`) }],
    ["too deep", JSON.parse(`${'{"a":'.repeat(100)}1${"}".repeat(100)}`)],
  ])("makes it doubtful: %s", (_, rawInput) => {
    const { doubts, leftovers } = read(rawInput, { kind: "read" });
    expect(doubts.length + leftovers.length).toBeGreaterThan(0);
  });

  it("does not matter where a tool takes what it wants, and nothing known is doubtful", () => {
    const text = "one\ntwo\n";
    const nothing = { doubts: [], leftovers: [] };
    for (const kind of ["think", "other", "switch_mode"])
      expect(read({ stuff: text }, { kind })).toMatchObject(nothing);
    const prose = { thought: text, plan: text, description: text, prompt: text };
    expect(read(prose, { kind: "read" })).toMatchObject(nothing);
    expect(read({ path: "a", content: text, code_edit: text }, { kind: "edit" })).toMatchObject(nothing);
    expect(read({ stuff: text }, { title: "mcp__docs__search" })).toMatchObject(nothing);
  });
});

describe("an input of 1 MB", () => {
  const big = 1_048_576;
  it.each<[string, unknown]>([
    ["one text", { path: "a", content: "x".repeat(big) }],
    ["one text nobody knows", { path: "a", stuff: "x\n".repeat(big / 2) }],
    ["one line nobody knows", { path: "a", stuff: "/".repeat(big) }],
    ["a patch", { patch: `--- a\n+++ b\n@@\n${"+x\n-y\n".repeat(big / 6)}` }],
    ["headers", { patch: "*** Update File: a\n*** Update File: b\n".repeat(big / 38) }],
    ["marks", { patch: `--- ${"-".repeat(big)}` }],
    ["paths", { paths: Array.from({ length: big / 8 }, (_, index) => `f${index}`) }],
    ["keys", Object.fromEntries(Array.from({ length: big / 16 }, (_, index) => [`key/${index}`, 1]))],
    ["JSON", JSON.stringify({ list: Array.from({ length: big / 8 }, () => "abcdef") })],
    ["brackets", "[".repeat(big)],
    ["nested lists", { a: "[".repeat(5_000) + "]".repeat(5_000) }],
    ["a path of quotes", { path: "'".repeat(4_096) }],
    ["colons", { path: "a:".repeat(2_048) }],
  ])("is read in little time: %s", (_, rawInput) => {
    const times = [1, 2, 3, 4, 5].map(() => {
      const before = process.cpuUsage();
      read(rawInput, { kind: "edit" });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    // The benchmark holds it to 20 ms; here other tests make the machine slow.
    expect(Math.min(...times)).toBeLessThan(60);
  });
});
