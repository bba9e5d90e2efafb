import type { CreateTerminalRequest } from "@parley/acp";
import { createMarker } from "@parley/test-support";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { openTestSession, type TestSession } from "../testing/open-session.ts";

const run = promisify(execFile);
const isWindows = process.platform === "win32";

async function create(session: TestSession, params: Omit<CreateTerminalRequest, "sessionId">): Promise<string> {
  const { terminalId } = (await session.call("terminal/create", params)) as { terminalId: string };
  return terminalId;
}

function outputOf(session: TestSession, id: string): string {
  return session
    .eventsOf("terminal")
    .filter(({ terminalId }) => terminalId === id)
    .map(({ output = "" }) => output)
    .join("");
}

describe.skipIf(isWindows)("a terminal for the agent", () => {
  it("runs a whole shell line that came without arguments", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const terminalId = await create(session, { command: "echo one && echo 'two  three' | tr a-z A-Z" });
    expect(await session.call("terminal/wait_for_exit", { terminalId })).toEqual({ exitCode: 0, signal: null });
    expect(await session.call("terminal/output", { terminalId })).toEqual({
      output: "one\nTWO  THREE\n",
      truncated: false,
      exitStatus: { exitCode: 0, signal: null },
    });
  });

  it("runs a program with its arguments as they are, without a shell", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const terminalId = await create(session, { command: "printf", args: ["%s|", "a b", "$HOME", ";ls"] });
    await session.call("terminal/wait_for_exit", { terminalId });
    expect(await session.call("terminal/output", { terminalId })).toMatchObject({ output: "a b|$HOME|;ls|" });
    expect(session.eventsOf("terminal")[0]).toMatchObject({ command: "printf '%s|' 'a b' '$HOME' ';ls'" });
  });

  it("has the folder, the variables and the limit that were asked for", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await mkdir(join(session.cwd, "sub"));
    const env = [
      { name: "COLOUR", value: "red" },
      { name: "COLOUR", value: "green" },
    ];
    const command = "pwd; echo $COLOUR; printf 0123456789";
    session.person.willChoose("allow_once");
    const terminalId = await create(session, { command, cwd: join(session.cwd, "sub"), env, outputByteLimit: 10 });
    await session.call("terminal/wait_for_exit", { terminalId });
    expect(await session.call("terminal/output", { terminalId })).toMatchObject({
      output: "0123456789",
      truncated: true,
    });
    expect(outputOf(session, terminalId)).toBe(`${session.cwd}/sub\ngreen\n0123456789`);
  });

  it("never starts outside the folders of the session", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await symlink(session.folder.path, join(session.cwd, "out"));
    for (const cwd of ["/", session.folder.path, join(session.cwd, "out"), `${session.cwd}-sibling`]) {
      await expect(session.call("terminal/create", { command: "ls", cwd })).rejects.toMatchObject({
        code: -32602,
        data: { code: "file_outside" },
      });
    }
    expect(session.eventsOf("terminal")).toEqual([]);
  });

  it("is known by its id in this session only", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await using other = await openTestSession({ level: "bypass" });
    const terminalId = await create(other, { command: "sleep 60" });
    for (const method of ["output", "wait_for_exit", "kill", "release"] as const) {
      for (const id of [terminalId, "no-such"]) {
        await expect(session.call(`terminal/${method}`, { terminalId: id })).rejects.toMatchObject({
          code: -32002,
          data: { terminalId: id },
        });
      }
    }
  });

  it("stays readable after kill, but not after release", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const terminalId = await create(session, { command: "echo begun; sleep 60" });
    const waiting = session.call("terminal/wait_for_exit", { terminalId });
    await expect.poll(() => outputOf(session, terminalId)).toBe("begun\n");
    expect(await session.call("terminal/kill", { terminalId })).toEqual({});
    expect(await waiting).toMatchObject({ exitCode: null, signal: "SIGTERM" });
    expect(await session.call("terminal/output", { terminalId })).toMatchObject({ output: "begun\n" });
    expect(await session.call("terminal/release", { terminalId })).toEqual({});
    await expect(session.call("terminal/output", { terminalId })).rejects.toMatchObject({ code: -32002 });
    expect(session.eventsOf("terminal").at(-1)).toEqual({
      type: "terminal",
      terminalId,
      exit: { exitCode: null, signal: "SIGTERM" },
    });
  });

  it("ends with everything it started when it is released, or when the session is closed", async () => {
    const marker = createMarker();
    const env = Object.entries(marker.env).map(([name, value]) => ({ name, value }));
    await using session = await openTestSession({ level: "bypass" });
    const command = "sleep 61 & (sleep 62) & echo up; sleep 63";
    session.person.willChoose("allow_once");
    const [first, second] = [await create(session, { command, env }), await create(session, { command, env })];
    await expect.poll(() => outputOf(session, first) + outputOf(session, second)).toBe("up\nup\n");
    await expect.poll(async () => (await marker.find()).length).toBeGreaterThan(5);
    await session.call("terminal/release", { terminalId: first });
    const waiting = session.call("terminal/wait_for_exit", { terminalId: second });
    await session.close();
    await waiting;
    expect(await marker.find()).toEqual([]);
    expect(session.eventsOf("terminal").filter(({ exit }) => exit !== undefined)).toHaveLength(2);
    await expect(session.call("terminal/create", { command: "ls" })).rejects.toMatchObject({ code: -32002 });
  });

  it("ends with its agent, and the session goes on", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const terminalId = await create(session, { command: "sleep 60" });
    session.agentEnded();
    await expect
      .poll(() => session.eventsOf("terminal").at(-1))
      .toEqual({ type: "terminal", terminalId, exit: { exitCode: null, signal: "SIGTERM" } });
    await create(session, { command: "true" });
  });

  it("stops waiting when the request is cancelled", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const terminalId = await create(session, { command: "sleep 60" });
    const cancel = new AbortController();
    const waiting = session.call("terminal/wait_for_exit", { terminalId }, cancel.signal);
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ code: -32800 });
  });

  it("is one of so many that run; one that has ended makes room", async () => {
    await using session = await openTestSession({ level: "bypass", limits: { terminalsMax: 2 } });
    const running = await create(session, { command: "sleep 60" });
    const ended = await create(session, { command: "true" });
    await session.call("terminal/wait_for_exit", { terminalId: ended });
    await create(session, { command: "sleep 61" });
    await expect(session.call("terminal/output", { terminalId: ended })).rejects.toMatchObject({ code: -32002 });
    await expect(session.call("terminal/create", { command: "true" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("release one"),
    });
    await session.call("terminal/release", { terminalId: running });
    await create(session, { command: "true" });
  });

  it("reports why a command cannot be started", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await writeFile(join(session.cwd, "plain"), "x");
    const start = (command: string, more = {}): Promise<unknown> =>
      session.call("terminal/create", { command, ...more });
    await expect(start("no-such-program", { args: ["x"] })).rejects.toThrow(/ENOENT.*no-such-program/);
    await expect(start("./plain", { args: ["x"] })).rejects.toMatchObject({ data: { code: "process_not_executable" } });
    await expect(start("ls", { env: [{ name: "A=B", value: "x" }] })).rejects.toMatchObject({ code: -32602 });
    await expect(start("")).rejects.toMatchObject({ code: -32602 });
    await expect(start("ls", { cwd: join(session.cwd, "none") })).rejects.toMatchObject({
      data: { code: "process_cwd_missing" },
    });
  });
});

describe.skipIf(isWindows)("a terminal's events", () => {
  it("begin with the command and its folder, and end with its exit", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const terminalId = await create(session, { command: "echo hello; exit 3" });
    await session.call("terminal/wait_for_exit", { terminalId });
    expect(session.eventsOf("terminal")).toEqual([
      { type: "terminal", terminalId, command: "echo hello; exit 3", cwd: session.cwd },
      { type: "terminal", terminalId, output: "hello\n" },
      { type: "terminal", terminalId, exit: { exitCode: 3, signal: null } },
    ]);
  });

  it("come no more often than they should, and miss nothing", async () => {
    await using session = await openTestSession({ level: "bypass", limits: { terminalReportMs: 100 } });
    const started = performance.now();
    session.person.willChoose("allow_once");
    const terminalId = await create(session, { command: "for i in {1..400}; do echo line $i ž; sleep 0.002; done" });
    await session.call("terminal/wait_for_exit", { terminalId });
    const tookMs = performance.now() - started;
    const expected = Array.from({ length: 400 }, (_, index) => `line ${index + 1} ž\n`).join("");
    expect(outputOf(session, terminalId)).toBe(expected);
    const outputs = session.eventsOf("terminal").filter(({ output }) => output !== undefined);
    expect(outputs.length).toBeGreaterThan(1);
    expect(outputs.length).toBeLessThanOrEqual(tookMs / 100 + 2);
  });

  it("are cut at a limit, which is said, while the agent still gets the end", async () => {
    await using session = await openTestSession({ level: "bypass", limits: { terminalLogBytesMax: 1_000 } });
    const terminalId = await create(session, { command: "for i in {1..500}; do echo žžž; done; echo the end" });
    await session.call("terminal/wait_for_exit", { terminalId });
    const output = outputOf(session, terminalId);
    expect(output).toMatch(/^(žžž\n)+ž*\n… output over 1000 bytes is not recorded …\n$/);
    expect(Buffer.byteLength(output)).toBeLessThan(1_100);
    expect(await session.call("terminal/output", { terminalId })).toMatchObject({
      output: expect.stringMatching(/the end\n$/),
    });
  });

  it("come from a pseudo-terminal where one is wanted", async () => {
    await using session = await openTestSession({ level: "bypass", terminals: { pty: true } });
    const terminalId = await create(session, { command: "test -t 1 && tput cols || echo no terminal" });
    await session.call("terminal/wait_for_exit", { terminalId });
    const [note] = session.eventsOf("note");
    // Without the module for it the command runs all the same, and the reason is noted.
    expect(outputOf(session, terminalId).trim()).toBe(note === undefined ? "120" : "no terminal");
  });
});

describe.skipIf(isWindows)("a command of the agent", () => {
  it("is asked about as policy says, with everything that a person should see", async () => {
    await using session = await openTestSession();
    const env = [
      { name: "API_TOKEN", value: "my hunter2" },
      { name: "MODE", value: "fast" },
    ];
    const created = session.call("terminal/create", { command: "touch made", env });
    await expect(created).rejects.toThrow(/Permission denied/);
    expect(session.person.questions).toMatchObject([
      {
        origin: "client",
        toolCall: {
          kind: "execute",
          title: "`touch made`",
          rawInput: { command: "touch made", cwd: session.cwd, env: ["API_TOKEN=…", "MODE=fast"] },
        },
      },
    ]);
    await expect(readFile(join(session.cwd, "made"))).rejects.toThrow("ENOENT");
    expect(JSON.stringify([session.events, await session.audit()])).not.toContain("hunter2");
  });

  it("that only looks runs no hook of git, and one that a person allowed does", async () => {
    await using session = await openTestSession({ level: "auto" });
    const git = (...words: readonly string[]) => run("git", words, { cwd: session.cwd });
    await git("init", "-q");
    await writeFile(join(session.cwd, "a.txt"), "a");
    await git("add", "a.txt");
    // The user's own settings are not looked at, and this one leads into the workspace.
    const settings = session.folder.file("gitconfig");
    await writeFile(settings, "[core]\n\thooksPath = hooks\n");
    const hook = join(session.cwd, "hooks", "post-index-change");
    await mkdir(dirname(hook));
    await writeFile(hook, "#!/bin/sh\ntouch hooked\n", { mode: 0o755 });
    vi.stubEnv("GIT_CONFIG_GLOBAL", settings);
    const look = async (command: string): Promise<boolean> => {
      await utimes(join(session.cwd, "a.txt"), 1, 1);
      const terminalId = await create(session, { command });
      await session.call("terminal/wait_for_exit", { terminalId });
      return existsSync(join(session.cwd, "hooked"));
    };
    expect(await look("git status")).toBe(false);
    session.person.willChoose("allow_once");
    expect(await look("touch done; git status")).toBe(true);
    vi.unstubAllEnvs();
  });

  it("is judged by everything in its line", async () => {
    await using session = await openTestSession({ level: "bypass" });
    await session.rules.add({ autoReject: "execute(npm publish *)" });
    const command = "echo fine && bash -c 'npm publish --dry-run'";
    await expect(session.call("terminal/create", { command })).rejects.toThrow(/npm publish/);
    expect(session.eventsOf("terminal")).toEqual([]);
  });

  it("is refused if it became something else while the person was asked", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "run me");
    session.person.will(async ({ options: [allow] }) => {
      await writeFile(path, "#!/bin/sh\ntouch pwned\n", { mode: 0o755 });
      return { outcome: { outcome: "selected", optionId: allow?.optionId ?? "" } };
    });
    // A line for a shell when it was decided on, the name of a program by now.
    await expect(session.call("terminal/create", { command: "./run me" })).rejects.toThrow(/has a different effect/);
    await expect(readFile(join(session.cwd, "pwned"))).rejects.toThrow("ENOENT");
  });

  it("may run again without a question if it was chosen so", async () => {
    await using session = await openTestSession();
    session.person.willChoose("allow_always");
    await create(session, { command: "touch made" });
    await session.endTurn();
    await session.beginTurn();
    await create(session, { command: "touch made" });
    expect(session.person.questions).toHaveLength(1);
    expect(await session.rules.list()).toMatchObject([
      { type: "choice", verdict: "allow", holds: { scope: "session", sessionId: "session-1" } },
    ]);
  });

  it("is cancelled with the request, the turn, or the turn's end", async () => {
    const turn = new AbortController();
    await using session = await openTestSession({ turnSignal: turn.signal });
    const never = (): Promise<never> => new Promise(() => undefined);
    const asked = async (count: number): Promise<void> => {
      await expect.poll(() => session.person.questions.length).toBe(count);
    };
    session.person.will(never, never, never);

    const request = new AbortController();
    const first = session.call("terminal/create", { command: "touch a" }, request.signal);
    await asked(1);
    // The second one waits behind the first, and is let go all the same.
    const second = session.call("terminal/create", { command: "touch b" }, request.signal);
    request.abort();
    await Promise.all([first, second].map((call) => expect(call).rejects.toMatchObject({ code: -32800 })));

    const third = session.call("terminal/create", { command: "touch c" }).catch((error: unknown) => error);
    await asked(2);
    await session.endTurn();
    expect(await third).toMatchObject({ code: -32800 });

    await session.beginTurn();
    const fourth = session.call("terminal/create", { command: "touch d" });
    await asked(3);
    turn.abort();
    await expect(fourth).rejects.toMatchObject({ code: -32800 });
    expect(session.eventsOf("permission_answered").map(({ by }) => by)).toEqual(["cancel", "cancel", "cancel"]);
    expect(session.eventsOf("terminal")).toEqual([]);
  });
});
