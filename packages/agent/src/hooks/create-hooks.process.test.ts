import { silentLog } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import { createTempFolder } from "@parley/test-support";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createHooks } from "./create-hooks.ts";
import type { HookedCall } from "./hooks.ts";
import { HOOK_INPUT_BYTES_MAX } from "../limits.ts";
import { loadHooks } from "./load-hooks.ts";
import { loadFolderHooks, putConfig, verdictOf } from "./testing/folder-hooks.ts";
import { writeHook } from "./testing/write-hook.ts";

const { signal } = new AbortController();

function callIn(cwd: string, change: Partial<HookedCall> = {}): HookedCall {
  return { sessionId: "s1", cwd, callId: "c1", tool: "edit", input: { path: "a.txt" }, ...change };
}

describe("a hook before a tool", () => {
  it("receives the call, and may print nothing", async () => {
    await using folder = await createTempFolder();
    const hook = await writeHook(
      folder,
      "tell",
      "writeFileSync('told.json', JSON.stringify({ call, cwd: process.cwd(), event: process.env.PARLEY_HOOK_EVENT, tool: process.env.PARLEY_HOOK_TOOL }))",
    );
    expect(await createHooks([hook]).before(callIn(folder.path), signal)).toEqual({ answer: undefined, notices: [] });
    expect(JSON.parse(await readFile(folder.file("told.json"), "utf8"))).toEqual({
      call: { event: "before_tool", ...callIn(folder.path) },
      cwd: folder.path,
      event: "before_tool",
      tool: "edit",
    });
  });

  it.each(["allow", "ask", "deny"])("may say %s by JSON, with a reason", async (decision) => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "say", `answer({ decision: "${decision}", reason: "because" })`);
    expect(await createHooks([hook]).before(callIn(folder.path), signal)).toEqual({
      answer: { verdict: decision, name: "node say.mjs", reason: expect.stringContaining("because") },
      notices: [],
    });
  });

  it("may say no by exit code 2, with its last words as the reason", async () => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "no", "console.error('  not in production  '); process.exitCode = 2");
    expect(await createHooks([hook]).before(callIn(folder.path), signal)).toMatchObject({
      answer: { verdict: "deny", reason: expect.stringMatching(/: not in production$/) },
      notices: [],
    });
  });

  it("may be a line for a shell", async () => {
    await using folder = await createTempFolder();
    const line = 'grep -q \'"tool":"edit"\' && { echo "no edits" >&2; exit 2; }; exit 0';
    const hook = { event: "before_tool", tools: undefined, command: line, args: undefined, timeoutMs: 20_000 } as const;
    const hooks = createHooks([hook]);
    expect(await hooks.before(callIn(folder.path), signal)).toMatchObject({
      answer: { verdict: "deny", name: "grep" },
    });
    expect(await hooks.before(callIn(folder.path, { tool: "read" }), signal)).toEqual({ notices: [] });
  });

  it("is run for its tools only", async () => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "some", "answer({ decision: 'deny' })", { tools: ["shell", "mcp__*"] });
    const hooks = createHooks([hook]);
    const verdicts = ["edit", "shell", "mcp__x__y"].map(async (tool) => {
      const { answer } = await hooks.before(callIn(folder.path, { tool }), signal);
      return answer?.verdict;
    });
    expect(await Promise.all(verdicts)).toEqual([undefined, "deny", "deny"]);
  });

  it.each([
    ["crashes", "throw new Error('a bug of mine')", /exited with code 1: .*a bug of mine/s],
    ["ends with another code", "process.exitCode = 7", /exited with code 7/],
    [
      "is killed",
      "process.kill(process.pid, 'SIGKILL'); await new Promise(() => setInterval(() => 0, 1000))",
      /SIGKILL/,
    ],
    ["writes no JSON", "console.log('fine with me')", /not a JSON object/],
    ["writes half of it", 'process.stdout.write(\'{"decision": "al\')', /not a JSON object/],
    ["writes a list", "answer([1])", /not a JSON object/],
    ["says another word", "answer({ decision: 'yes' })", /not one of allow, ask, deny/],
    ["has no text for a reason", "answer({ decision: 'allow', reason: 1 })", /reason that is not a string/],
    ["writes without end", "for (let n = 0; n < 200; n += 1) process.stdout.write('x'.repeat(65536))", /more than/],
  ])("that %s has not allowed the call, which then needs approval", async (_, body, words) => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "broken", body);
    const { answer, notices } = await createHooks([hook]).before(callIn(folder.path), signal);
    expect(answer).toMatchObject({ verdict: "ask", reason: expect.stringMatching(words) });
    expect(notices).toEqual([expect.stringMatching(words)]);
  });

  it("that cannot be started has not allowed the call either", async () => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "none", "", { command: folder.file("missing"), args: [] });
    const { answer, notices } = await createHooks([hook]).before(callIn(folder.path), signal);
    expect(answer).toMatchObject({ verdict: "ask" });
    expect(notices).toEqual([expect.stringContaining("could not be started")]);
  });

  it("whose input would be too large is not run", async () => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "huge", "answer({ decision: 'allow' })");
    const input = { text: "x".repeat(HOOK_INPUT_BYTES_MAX) };
    const { answer } = await createHooks([hook]).before(callIn(folder.path, { input }), signal);
    expect(answer).toMatchObject({ verdict: "ask", reason: expect.stringContaining("was not run") });
  });

  it("does not have to read its input", async () => {
    await using folder = await createTempFolder();
    const hook = {
      event: "before_tool",
      tools: undefined,
      command: "exit 0; #",
      args: undefined,
      timeoutMs: 20_000,
    } as const;
    const input = { text: "x".repeat(2_000_000) };
    expect(await createHooks([hook]).before(callIn(folder.path, { input }), signal)).toEqual({ notices: [] });
  });
});

describe("several hooks", () => {
  it("run in order, and each receives the call as the previous one rewrote it", async () => {
    await using folder = await createTempFolder();
    const first = await writeHook(folder, "first", "answer({ input: { ...call.input, first: true } })");
    const second = await writeHook(
      folder,
      "second",
      "answer({ decision: 'allow', input: { ...call.input, second: call.input.first }, remark: 'mended' })",
    );
    expect(await createHooks([first, second]).before(callIn(folder.path), signal)).toEqual({
      answer: { verdict: "allow", name: expect.any(String), reason: undefined },
      input: { path: "a.txt", first: true, second: true },
      notices: [expect.stringContaining("mended")],
    });
  });

  it("are combined by the strictest answer; after a denial no further hook runs", async () => {
    await using folder = await createTempFolder();
    const hooks = await Promise.all([
      writeHook(folder, "allow", "answer({ decision: 'allow' })"),
      writeHook(folder, "ask", "answer({ decision: 'ask', reason: 'first' })"),
      writeHook(folder, "again", "answer({ decision: 'allow' })"),
      writeHook(folder, "deny", "answer({ decision: 'deny', reason: 'second' })"),
      writeHook(folder, "late", "writeFileSync('late', '')"),
    ]);
    const { answer } = await createHooks(hooks).before(callIn(folder.path), signal);
    expect(answer).toMatchObject({ verdict: "deny", reason: expect.stringContaining("second") });
    await expect(readFile(folder.file("late"))).rejects.toThrow("ENOENT");
    const three = await createHooks(hooks.slice(0, 3)).before(callIn(folder.path), signal);
    expect(three.answer).toMatchObject({ verdict: "ask", reason: expect.stringContaining("first") });
  });

  it("have no approval left for a call that a later hook rewrote", async () => {
    await using folder = await createTempFolder();
    const hooks = await Promise.all([
      writeHook(folder, "allow", "answer({ decision: 'allow' })"),
      writeHook(folder, "rewrite", "answer({ input: { path: '/etc/passwd' } })"),
    ]);
    expect(await createHooks(hooks).before(callIn(folder.path), signal)).toEqual({
      answer: undefined,
      input: { path: "/etc/passwd" },
      notices: [],
    });
  });
});

describe("a hook after a tool", () => {
  const outcome = { parts: [{ type: "text", text: "done" }], isError: true } as const;
  const event = "after_tool";

  it("receives the result, and may comment on it in JSON, as text or with exit code 2", async () => {
    await using folder = await createTempFolder();
    const hooks = await Promise.all([
      writeHook(folder, "json", "answer({ remark: call.event + ' ' + JSON.stringify(call.outcome) })", { event }),
      writeHook(folder, "text", "console.log('2 warnings')", { event }),
      writeHook(folder, "code", "console.error('1 error'); process.exitCode = 2", { event }),
      writeHook(folder, "nothing", "", { event }),
      writeHook(folder, "before", "console.log('not mine')"),
    ]);
    const answer = await createHooks(hooks).after(callIn(folder.path), outcome, signal);
    expect(answer).toEqual({
      remarks: ['after_tool {"isError":true,"text":"done","isTruncated":false}', "2 warnings", "1 error"],
      notices: [],
    });
  });

  it("that fails is a notice", async () => {
    await using folder = await createTempFolder();
    const hook = await writeHook(folder, "crash", "process.exitCode = 1", { event });
    expect(await createHooks([hook]).after(callIn(folder.path), outcome, signal)).toEqual({
      remarks: [],
      notices: [expect.stringContaining("exited with code 1")],
    });
  });

  it("gets long results cut, and pictures named", async () => {
    await using folder = await createTempFolder();
    const body =
      "answer({ remark: [call.outcome.text.length, call.outcome.isTruncated, call.outcome.text.slice(0, 17)].join() })";
    const hook = await writeHook(folder, "long", body, { event });
    const parts = [
      { type: "image", mimeType: "image/png", data: "" } as const,
      { type: "text", text: "x".repeat(100_000) } as const,
    ];
    const { remarks } = await createHooks([hook]).after(callIn(folder.path), { parts }, signal);
    expect(remarks).toEqual(["65536,true,[image image/png]"]);
  });
});

const saying = (word: string): unknown => ({
  hooks: [{ event: "before_tool", command: `echo '{"decision":"ask","reason":"${word}"}'` }],
});

describe("the hooks of a folder", () => {
  it("are the machine's, and its own once it is trusted", async () => {
    await using folder = await createTempFolder();
    expect(await verdictOf(await loadFolderHooks(folder), folder.path)).toBeUndefined();
    await putConfig(folder, "work/.parley", saying("mine"));
    const untrusted = await loadFolderHooks(folder);
    expect(await verdictOf(untrusted, folder.path)).toBeUndefined();
    expect(untrusted.notices).toEqual([expect.stringContaining("not trusted")]);
    await openRulesFile(folder.file("home")).trust(folder.file("work"));
    const trusted = await loadFolderHooks(folder);
    expect(await verdictOf(trusted, folder.path)).toContain("mine");
    expect(trusted.notices).toEqual([]);
    await putConfig(folder, "home", saying("the one of the machine"));
    expect(await verdictOf(await loadFolderHooks(folder), folder.path)).toContain("the one of the machine");
  });

  it("run once in the home folder, where both files are one", async () => {
    await using folder = await createTempFolder();
    await putConfig(folder, "work/.parley", { hooks: [{ event: "before_tool", command: "echo >> runs" }] });
    const parleyHome = folder.file("work", ".parley");
    for (const trust of [true, false]) {
      const cwd = folder.file("work");
      const loaded = await loadHooks({ parleyHome, cwd, isTrusted: () => Promise.resolve(trust), log: silentLog });
      expect(loaded.notices).toEqual([]);
      await verdictOf(loaded, folder.path);
    }
    expect(await readFile(folder.file("runs"), "utf8")).toBe("\n\n");
  });
});
