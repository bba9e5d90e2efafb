import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTempFolder } from "./fixtures/temp-folder.ts";
import { exitError, spawnProcess, type SpawnOptions } from "./spawn-process.ts";

const cwd = createTempFolder();

function script(name: string, text: string, mode = 0o755): string {
  const path = join(cwd, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** Runs to the end; what it wrote and how it ended. */
async function run(options: Omit<SpawnOptions, "cwd">): Promise<{ out: string; err: string; exitCode: number | null }> {
  await using child = await spawnProcess({ cwd, keepStdout: true, ...options });
  child.stdin.end();
  const closed = new Promise((resolve) => child.stdout.once("close", resolve));
  const { exitCode } = await child.exited;
  await closed;
  return { out: child.stdoutKept.text(), err: child.stderrKept.text(), exitCode };
}

async function failure(options: Partial<SpawnOptions> & { command: string }): Promise<unknown> {
  return spawnProcess({ cwd, ...options }).then(
    (child) => child.end(),
    (error: unknown) => error,
  );
}

describe.skipIf(process.platform === "win32")("a start that fails", () => {
  it("says that there is no such program", async () => {
    expect(await failure({ command: "no-such-program" })).toMatchObject({
      code: "process_not_found",
      message: 'Program "no-such-program" not found',
    });
    expect(await failure({ command: "./nor-this", args: ["x"] })).toMatchObject({ code: "process_not_found" });
  });

  it("looks for it where the child's PATH says", async () => {
    const folder = mkdtempSync(join(cwd, "path-"));
    writeFileSync(join(folder, "only-here"), "#!/bin/sh\necho found\n", { mode: 0o755 });
    expect(await failure({ command: "only-here" })).toMatchObject({ code: "process_not_found" });
    expect(await run({ command: "only-here", env: { PATH: `${folder}:/usr/bin:/bin` } })).toMatchObject({
      out: "found\n",
    });
  });

  it("says that it is not executable, and what to do", async () => {
    const path = script("plain.txt", "hello", 0o644);
    expect(await failure({ command: path })).toMatchObject({
      code: "process_not_executable",
      message: `"${path}" is not executable`,
      remedy: { label: "Make it executable" },
    });
  });

  it("says that it is a folder", async () => {
    mkdirSync(join(cwd, "folder"));
    expect(await failure({ command: "./folder" })).toMatchObject({
      code: "process_not_executable",
      message: expect.stringContaining("is a folder") as string,
    });
  });

  it("names the interpreter that a script asks for and that is not there", async () => {
    const path = script("orphan", "#!/no/such/interpreter -x\n");
    expect(await failure({ command: path })).toMatchObject({
      code: "process_not_executable",
      message: `"${path}" needs "/no/such/interpreter", which was not found`,
    });
  });

  it("says that the working folder is missing, a file, or deleted", async () => {
    const gone = mkdtempSync(join(cwd, "gone-"));
    rmSync(gone, { recursive: true });
    const file = script("a-file", "");
    symlinkSync(join(cwd, "nowhere"), join(cwd, "dangling"));
    for (const folder of [gone, file, join(cwd, "dangling")]) {
      expect(await failure({ command: "true", cwd: folder })).toMatchObject({ code: "process_cwd_missing" });
    }
  });

  it("tells an exit within the first moments, with the last words", async () => {
    const command = "echo starting; echo 'no config: ž' >&2; exit 3";
    expect(await failure({ command, settleMs: 10_000 })).toMatchObject({
      code: "process_exited",
      message: expect.stringMatching(/exited with code 3\. The end of its error output:\n.*no config: ž$/s) as string,
    });
    expect(await failure({ command: "kill -KILL $$", settleMs: 10_000 })).toMatchObject({
      message: expect.stringMatching(/was killed by SIGKILL without error output\.$/) as string,
    });
  });

  it("does not call a program failed that outlives its first moments", async () => {
    await using child = await spawnProcess({ command: "cat", cwd, settleMs: 20 });
    expect(child.tree.isRunning()).toBe(true);
  });

  it("says that a single argument is too long", async () => {
    expect(await failure({ command: "true", args: ["x".repeat(1_000_000)] })).toMatchObject({
      code: "process_failed",
      message: expect.stringContaining("larger than the system allows") as string,
    });
  });

  it.each([{ command: "" }, { command: "a\0b" }, { command: "true", args: ["\0"] }, { command: "true", cwd: "/\0" }])(
    "refuses %j",
    async (options) => expect(await failure(options)).toMatchObject({ code: "usage" }),
  );
});

describe.skipIf(process.platform === "win32")("a program", () => {
  it("gets its arguments as they are, a megabyte of them too", async () => {
    const args = ["-e", "console.log(process.argv.length, process.argv.slice(1, 3).join('|'))", "a b$(c)", "\n'"];
    const many = Array.from({ length: 10_000 }, () => "x".repeat(100));
    expect(await run({ command: process.execPath, args: [...args, ...many] })).toMatchObject({
      out: "10003 a b$(c)|\n'\n",
      exitCode: 0,
    });
  });

  it("may have newlines and quotes in its name and its folder", async () => {
    const folder = join(cwd, "two\nlines 'quoted'");
    mkdirSync(folder);
    writeFileSync(join(folder, 'pro\ngram "x"'), "#!/bin/sh\npwd\n", { mode: 0o755 });
    await using child = await spawnProcess({ command: './pro\ngram "x"', cwd: folder, keepStdout: true });
    await child.exited;
    expect(child.stdoutKept.text()).toBe(`${folder}\n`);
    expect(await failure({ command: "./no\nsuch", args: ["x"] })).toMatchObject({
      message: String.raw`Program "./no\nsuch" not found`,
    });
  });

  it("is a shell line when it has no arguments and needs a shell, and only then", async () => {
    expect(await run({ command: "echo one && echo two | tr t T; exit 4" })).toEqual({
      out: "one\nTwo\n",
      err: "",
      exitCode: 4,
    });
    expect(await run({ command: "[[ a == a ]] && echo bash" })).toMatchObject({ out: "bash\n" });
    expect(await run({ command: "echo", args: ["$HOME; ls"] })).toMatchObject({ out: "$HOME; ls\n" });
    expect(await failure({ command: "echo one", args: ["two"] })).toMatchObject({ code: "process_not_found" });
  });

  it("gets no start-up file of its shell", async () => {
    writeFileSync(join(cwd, ".bashrc"), "echo started up\n");
    const { out } = await run({ command: "echo one; echo two", env: { HOME: cwd, SHLVL: undefined } });
    expect(out).toBe("one\ntwo\n");
  });

  it("talks over its pipes, and stderr is heard as it comes and kept", async () => {
    const heard: string[] = [];
    const onStderr = (chunk: Uint8Array): void => void heard.push(Buffer.from(chunk).toString());
    await using child = await spawnProcess({ command: "cat; echo done >&2", cwd, onStderr });
    child.stdin.end("hello");
    const [out] = (await Promise.all([child.stdout.toArray(), child.exited])) as [Buffer[], unknown];
    expect(Buffer.concat(out).toString()).toBe("hello");
    expect(heard.join("")).toBe("done\n");
    expect(child.stderrKept.text()).toBe("done\n");
  });

  it("does not see our secrets, and carries our mark", async () => {
    const baseEnv = { ...process.env, PARLEY_TOKEN: "secret" };
    const { out } = await run({ command: "env", baseEnv });
    expect(out).not.toContain("PARLEY_TOKEN");
    expect(out).toMatch(/^PARLEY_GUARD=\S+;$/m);
  });

  it.skipIf(process.platform !== "linux")("leads a session of its own, unless it is to stay in ours", async () => {
    const show = { command: "cut", args: ["-d", " ", "-f", "5,6", "/proc/self/stat"] };
    const [group, session] = readFileSync("/proc/self/stat", "latin1").split(" ").slice(4, 6);
    const [ownGroup, ownSession] = (await run(show)).out.trim().split(" ");
    expect(ownGroup).toBe(ownSession);
    expect(ownSession).not.toBe(session);
    expect((await run({ ...show, staysInSession: true })).out).toBe(`${group} ${session}\n`);
  });

  it("may flood stderr without filling our memory", async () => {
    const { err, exitCode } = await run({ command: "yes ž | head -c 21000000 >&2; echo end >&2" });
    expect(exitCode).toBe(0);
    expect(Buffer.byteLength(err)).toBeLessThanOrEqual(64 * 1024);
    expect(/^\n?(ž\n)+end\n$/.test(err)).toBe(true);
  });

  it("may end before it has read anything, and leave a daemon on its pipes", async () => {
    await using child = await spawnProcess({ command: "sleep 60 & echo bye >&2; exit 5", cwd });
    child.stdin.write("x".repeat(1_000_000));
    expect(await child.exited).toEqual({ exitCode: 5, signal: null });
    expect(exitError("it", { exitCode: 5, signal: null }, child.stderrKept).message).toMatch(/bye$/);
  });

  it("may close stdout and go on", async () => {
    await using child = await spawnProcess({ command: "exec >&-; cat >/dev/null; exit 6", cwd });
    expect(await child.stdout.toArray()).toEqual([]);
    expect(child.tree.isRunning()).toBe(true);
    child.stdin.end();
    expect(await child.exited).toEqual({ exitCode: 6, signal: null });
  });

  it("may end before anything listens", async () => {
    const children = await Promise.all(Array.from({ length: 20 }, () => spawnProcess({ command: "true", cwd })));
    const exits = await Promise.all(children.map((child) => child.exited));
    expect(exits).toEqual(children.map(() => ({ exitCode: 0, signal: null })));
    expect(await Promise.all(children.map((child) => child.end()))).toEqual(children.map(() => ({ survivors: [] })));
  });
});
