import type { PermissionOption, ToolCallUpdate } from "@parley/acp";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession } from "../testing/open-session.ts";

const ONCE: PermissionOption[] = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

function ask(
  session: TestSession,
  toolCall: Partial<ToolCallUpdate>,
  options: readonly PermissionOption[] = ONCE,
  signal?: AbortSignal,
): Promise<unknown> {
  const params = { toolCall: { toolCallId: "call-1", ...toolCall }, options: [...options] };
  return session.call("session/request_permission", params, signal);
}

const selected = (optionId: string): object => ({ outcome: { outcome: "selected", optionId } });
const cancelled = { outcome: { outcome: "cancelled" } };

describe("a permission that policy decides", () => {
  it("is allowed once and never always, and is on record", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "a.txt");
    expect(await ask(session, { kind: "edit", locations: [{ path }] })).toEqual(selected("yes"));
    expect(session.person.questions).toEqual([]);
    expect(session.eventsOf("permission_asked")).toHaveLength(1);
    expect(session.eventsOf("permission_answered")).toMatchObject([
      { by: "level", outcome: { outcome: "selected", optionId: "yes" }, reason: expect.any(String) },
    ]);
  });

  it("is rejected by a rule, with the option that rejects once", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await session.rules.add({ autoReject: "execute(npm publish *)" });
    const options = [{ optionId: "never", name: "Never", kind: "reject_always" }, ...ONCE];
    const toolCall = { kind: "execute", rawInput: { command: "npm publish --tag x" } } as const;
    expect(await ask(session, toolCall, options)).toEqual(selected("no"));
    expect(session.eventsOf("permission_answered")).toMatchObject([{ by: "rule" }]);
  });

  it("is rejected always if the agent offers no single rejection, and cancelled if it offers none", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await session.rules.add({ autoReject: "execute(rm *)" });
    const toolCall = { kind: "execute", rawInput: { command: "rm x" } } as const;
    expect(await ask(session, toolCall, [{ optionId: "never", name: "No!", kind: "reject_always" }])).toEqual(
      selected("never"),
    );
    expect(await ask(session, toolCall, [{ optionId: "yes", name: "Yes", kind: "allow_once" }])).toEqual(cancelled);
    expect(await ask(session, toolCall, [])).toEqual(cancelled);
  });

  it("is asked about if the agent offers nothing that means once", async () => {
    await using session = await openTestSession();
    const options = [{ optionId: "always", name: "Always", kind: "allow_always" }];
    const path = join(session.cwd, "a.txt");
    session.person.will({ outcome: { outcome: "selected", optionId: "always" } });
    expect(await ask(session, { kind: "edit", locations: [{ path }] }, options)).toEqual(selected("always"));
    expect(session.person.questions).toHaveLength(1);
  });

  it("is refused outside the folders, and for the other roots allowed", async () => {
    await using other = await openTestSession();
    await using session = await openTestSession({ additionalFolders: [other.cwd] });
    expect(await ask(session, { kind: "read", locations: [{ path: "/etc/passwd" }] })).toEqual(selected("no"));
    const path = join(other.cwd, "a.txt");
    expect(await ask(session, { kind: "read", locations: [{ path }] })).toEqual(selected("yes"));
  });

  it("is denied on autopilot when it would have to be asked", async () => {
    await using session = await openTestSession({ level: "autopilot" });
    expect(await ask(session, { kind: "execute", title: "Do something" })).toEqual(selected("no"));
    expect(session.person.questions).toEqual([]);
  });
});

describe("a permission that a person decides", () => {
  it("is identified by its id: options of the same kind and name stay distinct", async () => {
    await using session = await openTestSession();
    const options = [
      { optionId: "always-tool", name: "allow_always", kind: "allow_always" },
      { optionId: "always-server", name: "allow_always", kind: "allow_always" },
      { optionId: "maybe", name: "Maybe", kind: "perhaps" },
      { optionId: "no", name: "reject_once", kind: "reject_once" },
    ];
    for (const optionId of ["always-server", "always-tool", "maybe", "no"]) {
      session.person.will({ outcome: { outcome: "selected", optionId } });
      expect(await ask(session, { kind: "other", title: "Index the workspace" }, options)).toEqual(selected(optionId));
    }
    expect(session.person.questions[0]).toMatchObject({ origin: "agent", options, agentName: "tester" });
  });

  it("never takes one option for another: an id that stands for two is not sent", async () => {
    await using session = await openTestSession();
    const no: PermissionOption = { optionId: "x", name: "No", kind: "reject_once" };
    const yes: PermissionOption = { optionId: "x", name: "Yes", kind: "allow_once" };
    const clear: PermissionOption = { optionId: "clear", name: "Yes", kind: "allow_once" };
    const path = join(session.cwd, "a.txt");
    const toolCall: Partial<ToolCallUpdate> = { kind: "edit", locations: [{ path }] };
    expect(await ask(session, toolCall, [no, yes])).toEqual(cancelled);
    expect(session.person.questions).toEqual([]);
    session.person.willChoose("allow_once");
    expect(await ask(session, toolCall, [no, yes, clear])).toEqual(selected("clear"));
    expect(session.person.questions[0]).toMatchObject({
      options: [clear],
      decision: { reason: expect.stringContaining("to different options") },
    });
    await session.rules.add({ autoReject: "execute(rm *)" });
    expect(await ask(session, { kind: "execute", rawInput: { command: "rm x" } }, [no, yes])).toEqual(cancelled);
  });

  it("shows what choosing does, and nothing that cannot be seen", async () => {
    await using session = await openTestSession();
    const options = [{ optionId: "a", name: "Reject", kind: "allow_always" }, ...ONCE];
    await ask(session, { kind: "delete", title: "Delete\u202e a\u200b" }, options);
    expect(session.person.questions[0]).toMatchObject({
      toolCall: { title: "Delete\\u202e a\\u200b" },
      options: [{ name: "Allow always (the agent calls it “Reject”)" }, ...ONCE],
    });
  });

  it("is never allowed by a level or a rule if the id of its tool call is empty", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await session.rules.add({ autoAllow: "execute(ls)" });
    const toolCall = { toolCallId: "", title: "Run ls", kind: "execute", rawInput: { command: "ls" } } as const;
    session.person.will({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(await ask(session, toolCall)).toEqual(selected("yes"));
    expect(session.person.questions).toHaveLength(1);
    // The yes is for this one request.
    session.person.will({ outcome: { outcome: "selected", optionId: "no" } });
    expect(await ask(session, toolCall)).toEqual(selected("no"));
    expect(session.person.questions).toHaveLength(2);
  });

  it("may be about a tool call that was never announced, or that offers nothing to choose", async () => {
    await using session = await openTestSession();
    session.person.will({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(await ask(session, { toolCallId: "unheard-of" })).toEqual(selected("yes"));
    session.person.will({ outcome: { outcome: "cancelled" } });
    expect(await ask(session, { toolCallId: "unheard-of" }, [])).toEqual(cancelled);
    expect(session.person.questions).toHaveLength(2);
  });

  it("is refused if a surface makes up its answer", async () => {
    await using session = await openTestSession();
    session.person.will({ outcome: { outcome: "selected", optionId: "allow_everything" } });
    expect(await ask(session, { kind: "delete", title: "Delete" })).toEqual(selected("no"));
    session.person.will(() => Promise.reject(new Error("the window is gone")));
    expect(await ask(session, { kind: "delete", title: "Delete" })).toEqual(selected("no"));
    expect(session.eventsOf("permission_answered")).toMatchObject([
      { by: "invalid", reason: expect.stringContaining("allow_everything") },
      { by: "error", reason: expect.stringContaining("the window is gone") },
    ]);
  });

  it("is cancelled with the turn, whatever the surface answers later", async () => {
    await using session = await openTestSession();
    const cancel = new AbortController();
    let isAborted = false;
    session.person.will((_, signal) => {
      signal.addEventListener("abort", () => (isAborted = true));
      return new Promise(() => undefined);
    });
    const asked = ask(session, { kind: "delete", title: "Delete" }, ONCE, cancel.signal);
    await expect.poll(() => session.person.questions.length).toBe(1);
    cancel.abort();
    expect(await asked).toEqual(cancelled);
    expect(isAborted).toBe(true);
    expect(session.eventsOf("permission_answered")).toMatchObject([
      { by: "cancel", outcome: { outcome: "cancelled" } },
    ]);
  });

  it("shows everything that was said of the tool call, before and now", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    session.update({ sessionUpdate: "tool_call_update", toolCallId: "call-1", rawInput: { file_path: path } });
    session.update({ sessionUpdate: "tool_call", toolCallId: "call-1", title: "Edit", kind: "edit" });
    await ask(session, { title: `Edit ${path}`, kind: null });
    expect(session.person.questions[0]?.toolCall).toMatchObject({
      title: `Edit ${path}`,
      kind: "edit",
      rawInput: { file_path: path },
    });
  });

  it("takes what was announced from the session where that knows it", async () => {
    await using session = await openTestSession({
      level: "bypass",
      toolCalls: { "call-1": { toolCallId: "call-1", kind: "execute", rawInput: { server: "docs", tool: "search" } } },
    });
    await session.rules.add({ autoReject: "mcp__docs__search" });
    expect(await ask(session, { kind: "execute", status: "pending" })).toEqual(selected("no"));
  });
});

describe("a permission that was given", () => {
  it("covers the write it was asked for, and no other, until the turn ends", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    session.person.willChoose("allow_once");
    await ask(session, { kind: "edit", rawInput: { file_path: path }, title: "Write" });
    await session.call("fs/write_text_file", { path, content: "1" });
    expect(await session.call("fs/read_text_file", { path })).toEqual({ content: "1" });
    const other = join(session.cwd, "b.txt");
    await expect(session.call("fs/write_text_file", { path: other, content: "2" })).rejects.toThrow(/denied/);
    await session.endTurn();
    await session.beginTurn();
    await expect(session.call("fs/write_text_file", { path, content: "3" })).rejects.toThrow(/denied/);
    expect(session.person.questions.map(({ origin }) => origin)).toEqual(["agent", "client", "client"]);
  });

  const allowEdit = async (session: TestSession, toolCall: Partial<ToolCallUpdate>): Promise<void> => {
    session.person.willChoose("allow_once");
    expect(await ask(session, { kind: "edit", ...toolCall })).toEqual(selected("yes"));
  };
  const writeText = async (session: TestSession, path: string, content: string): Promise<"written" | "asked"> => {
    const asked = session.person.questions.length;
    await session.call("fs/write_text_file", { path, content }).catch(() => undefined);
    return session.person.questions.length > asked ? "asked" : "written";
  };

  it.each<[string, (path: string) => Partial<ToolCallUpdate>, shown: string, other: string]>([
    ["a new text", (path) => ({ content: [{ type: "diff", path, newText: "A\n" }] }), "A\n", "B\n"],
    [
      "a whole file",
      (path) => ({ content: [{ type: "diff", path, oldText: "one\ntwo\n", newText: "1\ntwo\n" }] }),
      "1\r\ntwo\r\n",
      "1\ntwo\nevil\n",
    ],
    ["a part", (path) => ({ rawInput: { file_path: path, old_string: "two", new_string: "2" } }), "one\n2\n", "1\n2\n"],
    ["a part by another name", (path) => ({ rawInput: { path, before: "two", after: "2" } }), "one\n2\n", "evil"],
    ["a text in the input", (path) => ({ rawInput: { path, content: "A" } }), "A", "B"],
    [
      "parts",
      (path) => ({
        rawInput: {
          path,
          edits: [
            { oldText: "one", newText: "1" },
            { oldText: "two", newText: "2" },
          ],
        },
      }),
      "1\n2\n",
      "1\ntwo\n",
    ],
    ["a patch", (path) => ({ rawInput: { patch: `*** Update File: ${path}\n@@\n one\n-two\n+2` } }), "one\n2\n", "2"],
    [
      "a diff, whatever the input says",
      (path) => ({ content: [{ type: "diff", path, newText: "A" }], rawInput: { path, content: "B" } }),
      "A",
      "B",
    ],
  ])("is for the text that was shown: %s", async (_, describeEdit, shown, other) => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    await writeFile(path, "one\ntwo\n");
    await allowEdit(session, describeEdit(path));
    expect(await writeText(session, path, other)).toBe("asked");
    expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
    expect(await writeText(session, path, shown)).toBe("written");
    expect(await readFile(path, "utf8")).toBe(shown);
  });

  it("is for one use", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    await allowEdit(session, { rawInput: { path }, title: "Write" });
    expect(await writeText(session, path, "1")).toBe("written");
    expect(await writeText(session, path, "2")).toBe("asked");
    await allowEdit(session, { content: [{ type: "diff", path, newText: "3" }] });
    const both = await Promise.all([writeText(session, path, "3"), session.call("fs/read_text_file", { path })]);
    expect(both[0]).toBe("written");
    expect(await writeText(session, path, "3")).toBe("asked");
  });

  it("is used by one of two writes at the same time", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    await allowEdit(session, { content: [{ type: "diff", path, newText: "1" }] });
    const asked = session.person.questions.length;
    await Promise.allSettled([1, 2, 3].map(() => session.call("fs/write_text_file", { path, content: "1" })));
    expect(session.person.questions.length - asked).toBe(2);
  });

  it("is for the file as it is when it is written", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    await writeFile(path, "one\ntwo\n");
    await allowEdit(session, { rawInput: { file_path: path, old_string: "two", new_string: "2" } });
    await writeFile(path, "zero\none\ntwo\n");
    expect(await writeText(session, path, "one\n2\n")).toBe("asked");
    expect(await writeText(session, path, "zero\none\n2\n")).toBe("written");
  });

  it.skipIf(process.platform === "win32")(
    "covers the command in a terminal, with the marks that agents set",
    async () => {
      await using session = await openTestSession();
      session.person.willChoose("allow_once");
      const command = "touch made && echo done";
      await ask(session, { kind: "execute", title: `\`${command}\``, rawInput: { command, timeout: 1 } });
      const env = [{ name: "CLAUDECODE", value: "1" }];
      const { terminalId } = (await session.call("terminal/create", { command, env })) as { terminalId: string };
      await session.call("terminal/wait_for_exit", { terminalId });
      expect(await readFile(join(session.cwd, "made"), "utf8")).toBe("");
      await expect(session.call("terminal/create", { command: "touch other" })).rejects.toThrow(/denied/);
      await expect(
        session.call("terminal/create", { command, env: [{ name: "PATH", value: session.cwd }] }),
      ).rejects.toThrow(/denied/);
      expect(session.person.questions).toHaveLength(3);
    },
  );

  it("is no answer to the agent's next question, not even to the same one", async () => {
    await using session = await openTestSession();
    const unseen = { kind: "execute", title: "Run something" } as const;
    session.person.willChoose("allow_once");
    expect(await ask(session, unseen)).toEqual(selected("yes"));
    expect(await ask(session, { ...unseen, toolCallId: "call-2" })).toEqual(selected("no"));
    session.person.willChoose("allow_once");
    const same = { kind: "execute", rawInput: { command: "npm install" } } as const;
    await ask(session, same);
    await ask(session, same);
    expect(session.person.questions).toHaveLength(4);
  });

  it("covers nothing if it was rejected, or answered with something else than a yes", async () => {
    await using session = await openTestSession({ level: "supervised" });
    const path = join(session.cwd, "a.txt");
    const options = [...ONCE, { optionId: "maybe", name: "Maybe", kind: "perhaps" }];
    for (const optionId of ["no", "maybe"]) {
      session.person.will({ outcome: { outcome: "selected", optionId } });
      await ask(session, { kind: "edit", locations: [{ path }] }, options);
      await expect(session.call("fs/write_text_file", { path, content: "1" })).rejects.toThrow(/denied/);
    }
  });

  it("is remembered where the person wants it, as a choice that can be revoked", async () => {
    await using session = await openTestSession();
    const toolCall = { kind: "execute", rawInput: { command: "npm test" } } as const;
    session.person.willChoose("allow_once", { remember: { scope: "workspace", workspace: "whatever it says" } });
    await ask(session, toolCall);
    await session.endTurn();
    await session.beginTurn();
    expect(await ask(session, { ...toolCall, rawInput: { command: ["npm", "test", "--", "x"] } })).toEqual(
      selected("yes"),
    );
    expect(session.person.questions).toHaveLength(1);
    expect(session.eventsOf("permission_answered").at(-1)).toMatchObject({ by: "remembered" });
    const [choice] = await session.rules.list();
    expect(choice).toMatchObject({ type: "choice", holds: { scope: "workspace", workspace: session.cwd } });
    await session.rules.revoke(choice?.id ?? "");
    await ask(session, toolCall);
    expect(session.person.questions).toHaveLength(2);
  });

  it("is remembered as a no as well", async () => {
    await using session = await openTestSession();
    const toolCall = { kind: "execute", rawInput: { command: "npm install left-pad" } } as const;
    session.person.willChoose("reject_once", { remember: { scope: "always" } });
    await ask(session, toolCall);
    expect(await ask(session, toolCall)).toEqual(selected("no"));
    expect(session.person.questions).toHaveLength(1);
  });

  it("holds although it cannot be remembered", async () => {
    await using session = await openTestSession();
    await mkdir(session.parleyHome, { recursive: true });
    await writeFile(join(session.parleyHome, "rules.json"), "{ not json");
    session.person.willChoose("allow_once", { remember: { scope: "always" } });
    expect(await ask(session, { kind: "execute", rawInput: { command: "npm test" } })).toEqual(selected("yes"));
    expect(session.eventsOf("note").map(({ text }) => text)).toEqual([
      expect.stringMatching(/rules\.json is not JSON/),
      expect.stringMatching(/^The choice was not remembered: .*rules\.json/),
    ]);
    expect(await readFile(join(session.parleyHome, "rules.json"), "utf8")).toBe("{ not json");
  });
});
