import type { ToolCallUpdate } from "@parley/acp";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession, type TestSessionOptions } from "../testing/open-session.ts";

const OPTIONS = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

type Answer = "allowed" | "denied" | "asked";

/** What becomes of a question when the person would say no. */
async function answer(session: TestSession, toolCall: Partial<ToolCallUpdate>): Promise<Answer> {
  const asked = session.person.questions.length;
  const params = { toolCall: { toolCallId: "1", ...toolCall }, options: OPTIONS };
  const { outcome } = (await session.call("session/request_permission", params)) as { outcome: { optionId: string } };
  if (session.person.questions.length > asked) return "asked";
  return outcome.optionId === "yes" ? "allowed" : "denied";
}

async function open(rules: readonly object[] = [], options: TestSessionOptions = {}): Promise<TestSession> {
  const session = await openTestSession(options);
  for (const rule of rules) await session.rules.add({ rule: { ...rule } });
  return session;
}

const allowTests = { verdict: "allow", kind: "execute", program: "npm", prefix: "test" };
const denyPublish = { verdict: "deny", kind: "execute", program: "npm", prefix: "publish" };

describe("a tool call that runs a command", () => {
  it("is what its command is", async () => {
    await using session = await open([allowTests, denyPublish]);
    const run = (command: unknown): Promise<Answer> => answer(session, { kind: "execute", rawInput: { command } });
    expect(await run("npm test")).toBe("allowed");
    expect(await run(["npm", "test"])).toBe("allowed");
    expect(await run(["bash", "-lc", "npm test && npm publish"])).toBe("denied");
    expect(await run("npm publish")).toBe("denied");
    expect(await run("npm install")).toBe("asked");
    expect(await run("ls")).toBe("allowed");
    expect(await run("ls > ../x")).toBe("asked");
  });

  it("is what the strictest of its commands is", async () => {
    await using session = await open([allowTests, denyPublish]);
    const both = { command: "npm test", script: "npm publish" };
    expect(await answer(session, { kind: "execute", rawInput: both })).toBe("denied");
    const unknown = { command: "npm test", script: "npm install" };
    expect(await answer(session, { kind: "execute", rawInput: unknown })).toBe("asked");
    expect(session.person.questions[0]?.proposals).toEqual([]);
  });

  it("is taken by its title only where a rule or a choice says so", async () => {
    await using session = await open([allowTests, denyPublish]);
    expect(await answer(session, { kind: "execute", title: "npm test" })).toBe("allowed");
    expect(await answer(session, { kind: "execute", title: "`npm test`" })).toBe("allowed");
    expect(await answer(session, { kind: "execute", title: "npm publish" })).toBe("denied");
    // Harmless, if that were it.
    expect(await answer(session, { kind: "execute", title: "ls" })).toBe("asked");
    expect(await answer(session, { kind: "execute", title: "npm test …" })).toBe("asked");
    expect(await answer(session, { kind: "execute" })).toBe("asked");
  });

  it("is asked about by its title at any level, and what is chosen then is remembered for it", async () => {
    await using session = await open([], { level: "bypass" });
    session.person.willChoose("allow_once", { remember: { scope: "always" } });
    expect(await answer(session, { kind: "execute", title: "npm test" })).toBe("asked");
    expect(await answer(session, { kind: "execute", title: "npm test" })).toBe("allowed");
    expect(await answer(session, { kind: "execute", title: "npm install x" })).toBe("asked");
  });

  it("is asked about when its folder cannot be", async () => {
    await using session = await open([allowTests]);
    const rawInput = { command: "npm test", cwd: "bad\0folder" };
    expect(await answer(session, { kind: "execute", rawInput })).toBe("asked");
    const outside = { command: "npm test", cwd: "/" };
    expect(await answer(session, { kind: "execute", rawInput: outside })).not.toBe("allowed");
  });
});

describe("a tool call that fetches", () => {
  it("is what the strictest of its addresses is", async () => {
    await using session = await open([
      { verdict: "allow", kind: "fetch", hosts: "good.example" },
      { verdict: "deny", kind: "fetch", hosts: "bad.example" },
    ]);
    const fetch = (...urls: string[]): Promise<Answer> => answer(session, { kind: "fetch", rawInput: { urls } });
    expect(await fetch("https://good.example")).toBe("allowed");
    expect(await fetch("https://good.example", "https://bad.example")).toBe("denied");
    expect(await fetch("https://good.example", "https://else.example")).toBe("asked");
    expect(await fetch("file:///etc/passwd")).toBe("denied");
  });
});

describe("a tool call about files", () => {
  it("is what the strictest of its paths is", async () => {
    await using session = await open([{ verdict: "deny", kind: "write", paths: "*.sql" }]);
    const edit = (...names: string[]): Promise<Answer> =>
      answer(session, { kind: "edit", locations: names.map((name) => ({ path: join(session.cwd, name) })) });
    expect(await edit("a.txt")).toBe("allowed");
    expect(await edit("a.txt", ".env")).toBe("asked");
    expect(await edit("a.txt", ".env", "x.sql")).toBe("denied");
    expect(await edit("a.txt", "../a.txt")).toBe("denied");
  });

  it("is asked about when it names more than can be looked at", async () => {
    await using session = await open();
    const paths = (count: number): { path: string }[] =>
      Array.from({ length: count }, (_, index) => ({ path: join(session.cwd, `file-${index}`) }));
    expect(await answer(session, { kind: "edit", locations: paths(64) })).toBe("allowed");
    expect(await answer(session, { kind: "edit", locations: paths(65) })).toBe("asked");
    expect(session.person.questions[0]).toMatchObject({
      proposals: [],
      decision: { reason: expect.stringContaining("could not check everything") },
    });
  });
});

describe("what may be remembered of a tool call", () => {
  it.each<[Partial<ToolCallUpdate>, string[]]>([
    [{ kind: "execute", rawInput: { command: "npm test -- x" } }, ["commands that start with `npm test`"]],
    [{ kind: "execute", title: "npm test" }, ["commands that start with `npm test`"]],
    [{ kind: "execute" }, []],
    [{ kind: "edit", locations: [{ path: "a.txt" }, { path: "b.txt" }] }, ["writing a.txt", "writing b.txt"]],
    [{ kind: "edit", name: "write_file", locations: [{ path: "a.txt" }] }, ["the tool write_file"]],
    [{ kind: "edit", title: "made.txt" }, []],
    [{ kind: "other", title: "todo_write" }, ["the tool todo_write"]],
    [{ kind: "other", title: "Do something nice" }, []],
    [{ title: "mcp__docs__search" }, ["the tool search of the MCP server docs"]],
  ])("is the least that covers it: %j", async (toolCall, expected) => {
    await using session = await open([], { level: "supervised" });
    expect(await answer(session, toolCall)).toBe("asked");
    const texts = session.person.questions[0]?.proposals.map(({ text }) => text);
    expect(texts).toEqual(expected);
  });
});

describe("a tool of a server", () => {
  it("is what the rules say of the server and the tool", async () => {
    await using session = await open(
      [
        { verdict: "allow", kind: "mcp", servers: "docs" },
        { verdict: "deny", kind: "mcp", servers: "docs", tools: "delete_all" },
      ],
      { level: "auto" },
    );
    expect(await answer(session, { title: "mcp__docs__search" })).toBe("allowed");
    expect(await answer(session, { title: "mcp__docs__delete_all" })).toBe("denied");
    expect(await answer(session, { title: "docs: delete all", kind: "other" })).toBe("denied");
    expect(await answer(session, { title: "mcp__other__search" })).toBe("asked");
  });

  it("does not become a shell because of what it is called with", async () => {
    await using session = await open();
    expect(await answer(session, { title: "mcp__remote__run", rawInput: { command: "ls" } })).toBe("asked");
    expect(await answer(session, { title: "mcp__remote__read", kind: "read", rawInput: { path: "a" } })).toBe("asked");
  });
});

describe("a tool that is known by its name only", () => {
  it("is read as what everybody calls so, and is asked about otherwise", async () => {
    await using session = await open([allowTests]);
    const path = join(session.cwd, "a.txt");
    expect(await answer(session, { title: "read", kind: "other", rawInput: { path } })).toBe("allowed");
    expect(await answer(session, { title: "write", kind: "other", rawInput: { path, content: "x" } })).toBe("allowed");
    expect(await answer(session, { title: "shell", kind: "other", rawInput: { command: "npm test" } })).toBe("allowed");
    expect(await answer(session, { title: "shell", kind: "other", rawInput: { command: "npm x" } })).toBe("asked");
    expect(await answer(session, { title: "Set 3 todo(s)", kind: "other" })).toBe("asked");
    expect(await answer(session, { title: "think hard", kind: "think" })).toBe("allowed");
  });
});
