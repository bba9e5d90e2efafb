import type { PermissionOption, ToolCallUpdate } from "@parley/acp";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession, type TestSessionOptions } from "../testing/open-session.ts";

// Questions of an agent that does not say what it is about to do. Each was allowed without a question once.

const OPTIONS: PermissionOption[] = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const KEY = "secrets/key.pem";
const PATCH = `*** Begin Patch\n*** Update File: ${KEY}\n@@\n-a\n+b\n*** End Patch`;

type Answer = "allowed" | "denied" | "asked";
type Call = Partial<ToolCallUpdate>;

async function answer(session: TestSession, toolCall: Call): Promise<Answer> {
  const asked = session.person.questions.length;
  const params = { toolCall: { toolCallId: "1", ...toolCall }, options: OPTIONS };
  const { outcome } = (await session.call("session/request_permission", params)) as { outcome: { optionId: string } };
  if (session.person.questions.length > asked) return "asked";
  return outcome.optionId === "yes" ? "allowed" : "denied";
}

async function open(rules: readonly object[], options: TestSessionOptions = {}): Promise<TestSession> {
  const session = await openTestSession(options);
  await mkdir(join(session.cwd, "secrets"));
  await writeFile(join(session.cwd, KEY), "key");
  await writeFile(join(session.cwd, ".env"), "A=1");
  await symlink(join(session.cwd, "secrets"), join(session.cwd, "link"));
  for (const rule of rules) await session.rules.add({ rule: { ...rule } });
  return session;
}

const DENY_SECRETS = { verdict: "deny", kind: ["read", "write", "delete", "move"], paths: ["secrets", "secrets/**"] };

describe("a denied folder is denied, however it is named", () => {
  /** Beside a harmless path, in a call of a harmless kind. */
  const SHAPES: readonly [string, unknown][] = [
    ["a key nobody knows", { anything: KEY }],
    ["kebab case", { "file-name": KEY }],
    ["capital letters", { FILE_PATH: KEY }],
    ["file_name", { file_name: KEY }],
    ["relative_path", { relative_path: KEY }],
    ["notebookPath", { notebookPath: KEY }],
    ["target_path", { target_path: KEY }],
    ["directory_path", { directory_path: "secrets" }],
    ["the name of a folder", { directory: "secrets" }],
    ["filePaths", { filePaths: [KEY] }],
    ["target_files", { target_files: [KEY] }],
    ["a list of objects", { files: [{ path: KEY }] }],
    ["a mixed list", { paths: ["a.ts", { path: KEY }] }],
    ["a list with a number", { paths: ["a.ts", 1, KEY] }],
    ["a list of edits", { edits: [{ path: KEY, old: "a", new: "b" }] }],
    ["operations", { operations: [{ file: KEY }] }],
    ["changes by path", { changes: { [KEY]: { update: {} } } }],
    ["files by path", { files: { [KEY]: "text" } }],
    ["a name at the top", { [KEY]: {} }],
    ["an object", { target: { file: KEY } }],
    ["an object deep inside", { a: { b: { c: { d: [{ e: KEY }] } } } }],
    ["JSON in a field", { arguments: JSON.stringify({ path: KEY }) }],
    ["JSON in JSON", { input: JSON.stringify({ input: JSON.stringify({ x: KEY }) }) }],
    ["a name and a value", { params: [{ name: "path", value: KEY }] }],
    ["pairs", { args: [["path", KEY]] }],
    ["a folder and a name", { base_path: "secrets", file: "key.pem" }],
    ["a working folder and a name", { cwd: "secrets", file: "key.pem" }],
    ["a source", { source: KEY }],
    ["an end of a move", { new_path: KEY }],
    ["an address", { uri: `file://CWD/${KEY}` }],
    ["an encoded address", { uri: "file://CWD/secrets%2Fkey.pem" }],
    ["a line behind it", { files: [`${KEY}:12:3`] }],
    ["an @ before it", { context: `@${KEY}` }],
    ["quotes around it", { file: `"${KEY}"` }],
    ["spaces around it", { file: ` ${KEY}` }],
    ["two dots", { x: "lib/../secrets/key.pem" }],
    ["a dot before it", { x: `./${KEY}` }],
    ["an absolute path", { x: `CWD/${KEY}` }],
    ["a link", { x: "link/key.pem" }],
    ["several in one text", { files: `a.ts,${KEY}` }],
    ["several lines", { files: `a.ts\n${KEY}` }],
    ["a variable of an editor", { x: `\${workspaceFolder}/${KEY}` }],
    ["an option", { args: [`--file=${KEY}`] }],
    ["a revision", { object: `HEAD:${KEY}` }],
    ["a variable", { env: { CONFIG: KEY } }],
    ["a description", { description: KEY }],
    ["a patch", { patch: PATCH }],
    ["a patch in `input`", { input: PATCH }],
    ["a patch in a field nobody knows", { stuff: PATCH }],
    ["a patch that moves", { patch: `*** Update File: a\n*** Move to: ${KEY}` }],
    ["a patch that deletes", { patch: `*** Delete File: ${KEY}` }],
    ["a unified diff", { diff: `--- a/${KEY}\n+++ b/${KEY}\n@@ -1 +1 @@\n-a\n+b` }],
    ["git's rename", { diff: `diff --git a/x b/y\nrename from x\nrename to ${KEY}` }],
    ["Subversion's header", { diff: `Index: ${KEY}\n=====\n` }],
    ["a search/replace block", { text: `${KEY}\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE` }],
  ];

  it.each(SHAPES)("%s", async (_, shape) => {
    await using session = await open([DENY_SECRETS], { level: "bypass" });
    const placed = JSON.parse(JSON.stringify(shape).replaceAll("CWD", session.cwd)) as object;
    for (const kind of ["read", "edit"] as const) {
      const rawInput = { path: "a.ts", ...placed };
      expect(await answer(session, { kind, rawInput })).toBe("denied");
    }
  });

  it.each<[string, Call]>([
    ["a thought", { kind: "think", rawInput: { path: KEY } }],
    ["a thought with a place", { kind: "think", locations: [{ path: KEY }] }],
    ["a command's place", { kind: "execute", rawInput: { command: "ls" }, locations: [{ path: KEY }] }],
    ["a command's patch", { kind: "execute", rawInput: { command: ["apply_patch", PATCH] } }],
    ["another tool", { kind: "other", title: "tool", rawInput: { path: KEY } }],
    ["a tool of a server", { title: "mcp__files__read", rawInput: { path: KEY } }],
    ["a wrapped tool of a server", { kind: "execute", rawInput: { server: "x", tool: "y", arguments: { file: KEY } } }],
    ["a fetch of a file", { kind: "fetch", rawInput: { url: "https://a.test", output: KEY } }],
    ["JSON as the input", { kind: "read", locations: [{ path: "a.ts" }], rawInput: JSON.stringify({ x: KEY }) }],
    ["a list as the input", { kind: "read", locations: [{ path: "a.ts" }], rawInput: [KEY] }],
    ["a text as the input", { kind: "read", locations: [{ path: "a.ts" }], rawInput: KEY }],
  ])("in %s", async (_, toolCall) => {
    await using session = await open([DENY_SECRETS], { level: "bypass" });
    expect(await answer(session, toolCall)).toBe("denied");
  });

  it("but what stands in a file is not a path, and what is left out is not touched", async () => {
    await using session = await open([DENY_SECRETS]);
    const body = { path: "a.ts", old_string: KEY, new_string: KEY };
    expect(await answer(session, { kind: "edit", rawInput: body })).toBe("allowed");
    expect(await answer(session, { kind: "edit", rawInput: { path: "a.ts", content: KEY } })).toBe("allowed");
    expect(await answer(session, { kind: "search", rawInput: { path: ".", exclude: ["secrets"] } })).toBe("allowed");
    expect(await answer(session, { kind: "read", rawInput: { path: "a.ts", description: "Look" } })).toBe("allowed");
  });

  it("a pattern that may include it is asked about", async () => {
    await using session = await open([{ ...DENY_SECRETS, paths: "secrets/**" }]);
    expect(await answer(session, { kind: "read", rawInput: { paths: ["**/*.pem"] } })).toBe("asked");
    expect(await answer(session, { kind: "read", rawInput: { paths: ["src/**/*.ts"] } })).toBe("allowed");
  });
});

describe("a call that carries more than its kind says", () => {
  it.each<[string, Call]>([
    ["a read with a command", { kind: "read", rawInput: { path: "a.ts", command: "npm publish" } }],
    ["a search with a command", { kind: "search", rawInput: { path: ".", cmd: ["npm", "publish"] } }],
    ["a thought with a command", { kind: "think", rawInput: { thought: "hm", script: "npm publish" } }],
    ["a fetch with a command", { kind: "fetch", rawInput: { url: "https://a.test", argv: ["npm", "publish"] } }],
    ["an edit with a command", { kind: "edit", rawInput: { path: "a.ts", bash: "npm publish" } }],
    ["a change of mode with a command", { kind: "switch_mode", rawInput: { run: "npm publish" } }],
    ["a nested command", { kind: "read", rawInput: { path: "a.ts", tool_input: { shellCommand: "npm publish" } } }],
    ["JSON with a command", { kind: "think", rawInput: '{"command":"npm publish"}' }],
    ["words beside it", { kind: "execute", rawInput: { command: "npm", args: "publish" } }],
    ["a second command", { kind: "execute", rawInput: { command: "ls", run_after: { cmd: "npm publish" } } }],
    ["a list of commands", { kind: "execute", rawInput: { commands: [{ command: "ls" }, ["npm", "publish"]] } }],
    ["a command of a server's tool", { title: "mcp__x__run", rawInput: { command: "npm publish" } }],
    ["a title in backquotes", { kind: "read", title: "`npm publish`", rawInput: { path: "a.ts" } }],
  ])("is denied with its command: %s", async (_, toolCall) => {
    await using session = await open([{ verdict: "deny", kind: "execute", program: "npm", prefix: "publish" }], {
      level: "bypass",
    });
    expect(await answer(session, toolCall)).toBe("denied");
  });

  it.each<[string, Call]>([
    ["a read that runs", { kind: "read", rawInput: { path: "a.ts", command: "npm install" } }],
    ["a verb nobody knows", { kind: "read", rawInput: { path: "a.ts", command: "reboot" } }],
    ["a thought that runs", { kind: "think", rawInput: { command: "npm install" } }],
    ["a read by a shell", { kind: "read", name: "Bash", rawInput: { path: "a.ts" } }],
    ["a shell that is none", { kind: "execute", rawInput: { command: "ls", shell: "./evil" } }],
    ["an address to read", { kind: "read", rawInput: { path: "a.ts", url: "https://a.test" } }],
    ["a patch that deletes", { kind: "edit", rawInput: { patch: "*** Delete File: a.ts" } }],
    ["a secret beside a file", { kind: "read", rawInput: { path: "a.ts", also: ".env" } }],
    ["a place outside", { kind: "read", rawInput: { path: "a.ts", also: "/etc/passwd" } }],
    ["a folder outside", { kind: "read", rawInput: { path: "passwd", cwd: "/etc" } }],
    ["a home folder", { kind: "read", rawInput: { path: "a.ts", also: "~" } }],
    ["a thought about a place outside", { kind: "think", rawInput: { path: "/etc/passwd" } }],
    ["a text nobody knows", { kind: "edit", rawInput: { path: "a.ts", stuff: "one\ntwo" } }],
    ["two folders to work in", { kind: "execute", rawInput: { command: "ls", cwd: ".", workdir: "/" } }],
    ["a server's name in the title alone", { kind: "read", name: "Bash", title: "mcp__docs__search" }],
  ])("is asked about: %s", async (_, toolCall) => {
    await using session = await open([{ verdict: "allow", kind: "mcp", servers: "docs" }]);
    expect(await answer(session, toolCall)).toBe("asked");
  });

  it.each<[string, Call]>([
    ["a thought with a diff", { kind: "think", content: [{ type: "diff", path: "a.ts", newText: "x" }] }],
    ["a read with a diff", { kind: "read", content: [{ type: "diff", path: "a.ts", newText: "x" }] }],
    ["a read with a text", { kind: "read", rawInput: { path: "a.ts", content: "x" } }],
    ["a read with a fragment", { kind: "read", rawInput: { path: "a.ts", new_string: "x" } }],
    ["a read with a patch", { kind: "read", rawInput: { path: "a.ts", patch: "*** Add File: b.ts\n+x" } }],
    ["a read that creates", { kind: "read", rawInput: { command: "create", path: "a.ts", file_text: "x" } }],
    ["a search by an editor", { kind: "search", name: "write_file", rawInput: { path: "a.ts" } }],
    ["a read by a writer", { kind: "read", _meta: { x: { toolName: "Write" } }, rawInput: { path: "a.ts" } }],
  ])("is a change: %s", async (_, toolCall) => {
    await using session = await open([], { level: "supervised" });
    expect(await answer(session, toolCall)).toBe("asked");
  });

  it("is denied on autopilot where it would be asked about", async () => {
    await using session = await open([DENY_SECRETS], { level: "autopilot" });
    expect(await answer(session, { kind: "edit", rawInput: { path: "a.ts", stuff: "one\ntwo" } })).toBe("denied");
  });
});

describe("what was allowed before is allowed now", () => {
  it.each<[string, Call]>([
    ["a read", { kind: "read", rawInput: { path: "a.ts", offset: 1, limit: 20, description: "Look at a" } }],
    ["a view of an editor", { kind: "read", name: "str_replace_editor", rawInput: { command: "view", path: "a.ts" } }],
    ["a search", { kind: "search", rawInput: { path: ".", pattern: "/api/v1", output_mode: "content" } }],
    ["a search with words", { kind: "search", rawInput: { path: "src", query: "one\ntwo", include: "*.ts" } }],
    ["an edit", { kind: "edit", rawInput: { file_path: "a.ts", old_string: "/etc/passwd", new_string: "a\nb" } }],
    ["a write", { kind: "edit", rawInput: { file_path: "a.ts", content: "*** Update File: /etc/passwd\n" } }],
    ["many edits", { kind: "edit", rawInput: { path: "a.ts", edits: [{ oldText: "a", newText: "b\nc" }] } }],
    ["a patch with its file", { kind: "edit", rawInput: { filepath: "a.ts", diff: "--- a.ts\n+++ a.ts\n@@ @@\n+x" } }],
    ["a thought", { kind: "think", rawInput: { thought: "I could\nread /etc/passwd", next: 3 } }],
    ["a harmless command", { kind: "execute", rawInput: { command: "ls", description: "List\nit", timeout: 5 } }],
    ["a harmless command in a folder", { kind: "execute", rawInput: { command: ["ls"], cwd: "." } }],
  ])("%s", async (_, toolCall) => {
    await using session = await open([DENY_SECRETS]);
    expect(await answer(session, toolCall)).toBe("allowed");
  });
});
