import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { misbehaviours } from "../processes/fixtures/misbehaviours.ts";
import { findIn } from "../processes/fixtures/survivors.ts";
import { createTempFolder } from "../processes/fixtures/temp-folder.ts";
import { createTerminal, type TerminalOptions } from "./create-terminal.ts";
import type { Terminal } from "./terminal.ts";

const cwd = createTempFolder();
const isWindows = process.platform === "win32";

const open = (command: string, options: Partial<TerminalOptions> = {}): Promise<Terminal> =>
  createTerminal({ command, cwd, ...options });

/** Resolves with everything said from now on, once it holds `text`. */
function heard(terminal: Terminal, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = terminal.output().output;
    const look = (): void => {
      if (!all.includes(text)) return;
      stop();
      resolve(all);
    };
    const stop = terminal.onData((chunk) => {
      all += Buffer.from(chunk).toString();
      look();
    });
    look();
  });
}

describe.skipIf(isWindows)("a terminal's output", () => {
  it("is what the command wrote, with its exit", async () => {
    await using terminal = await open("printf", { args: ["%s-%s", "a b", "č"] });
    expect(terminal).toMatchObject({ kind: "pipes", notice: undefined });
    expect(await terminal.waitForExit()).toEqual({ exitCode: 0, signal: null });
    const exitStatus = { exitCode: 0, signal: null };
    expect(terminal.output()).toEqual({ output: "a b-č", truncated: false, exitStatus });
  });

  it("has no exit while the command runs", async () => {
    await using terminal = await open("echo started; sleep 60");
    await heard(terminal, "started");
    expect(terminal.output()).toEqual({ output: "started\n", truncated: false });
  });

  it("mixes stdout and stderr of a shell line in the order of writing", async () => {
    const expected = Array.from({ length: 200 }, (_, index) => `${index}\n`).join("");
    await using terminal = await open("for i in {0..199}; do if ((i % 2)); then echo $i >&2; else echo $i; fi; done");
    await terminal.waitForExit();
    expect(terminal.output().output).toBe(expected);
  });

  it("takes stderr of a program too, and breaks no character of either", async () => {
    const program = `
      const [a, b] = [Buffer.from("ž".repeat(5)), Buffer.from("漢".repeat(5))];
      let at = 0;
      const timer = setInterval(() => {
        process.stdout.write(a.subarray(at, at + 1));
        process.stderr.write(b.subarray(at, at + 1));
        if (++at > 15) clearInterval(timer);
      }, 2);`;
    await using terminal = await open(process.execPath, { args: ["-e", program] });
    await terminal.waitForExit();
    const { output } = terminal.output();
    expect(output.replaceAll(/[^ž]/g, "")).toBe("ž".repeat(5));
    expect(output.replaceAll(/[^漢]/g, "")).toBe("漢".repeat(5));
    expect(output).not.toContain("\uFFFD");
  });

  it("keeps the end, at a character, within the limit, while the command runs too", async () => {
    await using terminal = await open("yes 漢 | head -c 400000; echo; echo half; sleep 60", { outputByteLimit: 1_000 });
    await heard(terminal, "half");
    const { output, truncated, exitStatus } = terminal.output();
    expect([truncated, exitStatus]).toEqual([true, undefined]);
    expect(output).toMatch(/^\n?(漢\n)+\nhalf\n$/);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(1_000);
    expect(Buffer.byteLength(output)).toBeGreaterThan(990);
  });

  it("is limited to 1 MiB by default and to 16 MiB on request", async () => {
    await using usual = await open("yes | head -c 3000000");
    await using greedy = await open("yes | head -c 20000000", { outputByteLimit: 1e12 });
    await Promise.all([usual.waitForExit(), greedy.waitForExit()]);
    expect([usual.output().output.length, usual.output().truncated]).toEqual([1024 * 1024, true]);
    expect(greedy.output().output.length).toBe(16 * 1024 * 1024);
  });

  it("may be empty", async () => {
    await using terminal = await open("echo x", { outputByteLimit: 0 });
    await terminal.waitForExit();
    expect(terminal.output()).toMatchObject({ output: "", truncated: true });
  });

  it("is bytes of any kind", async () => {
    await using terminal = await open(String.raw`printf '\377\376ok\200'`);
    await terminal.waitForExit();
    expect(terminal.output().output).toBe("\uFFFD\uFFFDok\uFFFD");
  });

  it("of a hundred megabytes leaves our memory as it was", { timeout: 120_000 }, async () => {
    await using warm = await open("yes | head -c 10000000");
    await warm.waitForExit();
    const before = process.memoryUsage.rss();
    let bytes = 0;
    let peak = before;
    await using terminal = await open("yes 'a line of some length' | head -c 100000000");
    terminal.onData((chunk) => {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage.rss());
    });
    await terminal.waitForExit();
    expect(bytes).toBe(100_000_000);
    expect(peak - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe.skipIf(isWindows)("a terminal", () => {
  it("tells a command that cannot be started", async () => {
    await expect(open("no-such-command", { args: ["x"] })).rejects.toMatchObject({ code: "process_not_found" });
    const gone = mkdtempSync(join(cwd, "gone-"));
    rmSync(gone, { recursive: true });
    await expect(open("true", { cwd: gone })).rejects.toMatchObject({ code: "process_cwd_missing" });
    await expect(open("true", { outputByteLimit: -1 })).rejects.toMatchObject({ code: "usage" });
    await expect(open("true", { outputByteLimit: Number.NaN })).rejects.toMatchObject({ code: "usage" });
  });

  it("runs a whole line through a shell, and says what the shell says", async () => {
    await using terminal = await open("cd / && pwd; nonsense-command");
    expect(await terminal.waitForExit()).toEqual({ exitCode: 127, signal: null });
    expect(terminal.output().output).toMatch(/^\/\n.*nonsense-command.*not found\n$/);
  });

  it("tells a syntax error without showing our own preparations", async () => {
    await using terminal = await open("echo (");
    expect(await terminal.waitForExit()).toMatchObject({ exitCode: 2 });
    expect(terminal.output().output).toContain("syntax error");
    expect(terminal.output().output).not.toMatch(/ulimit|exec/);
  });

  it("gives the command an empty input", async () => {
    await using terminal = await open("cat; echo over");
    await terminal.waitForExit();
    expect(terminal.output().output).toBe("over\n");
  });

  it("answers everybody who waits, before and after the end", async () => {
    await using terminal = await open("sleep 0.1; exit 7");
    const waits = Array.from({ length: 5 }, () => terminal.waitForExit());
    const exits = [...(await Promise.all(waits)), await terminal.waitForExit()];
    expect(exits).toEqual(Array.from({ length: 6 }, () => ({ exitCode: 7, signal: null })));
  });

  it("stays readable after it was killed", async () => {
    await using terminal = await open("echo before; sleep 60");
    await heard(terminal, "before");
    await terminal.kill();
    const exitStatus = { exitCode: null, signal: "SIGTERM" };
    expect(await terminal.waitForExit()).toEqual(exitStatus);
    expect(terminal.output()).toEqual({ output: "before\n", truncated: false, exitStatus });
    await terminal.kill();
  });

  it("waits for the given time for a command that is slow to end", async () => {
    const program = `
      process.on("SIGTERM", () => setTimeout(() => process.exit(7), 3_000));
      setInterval(() => undefined, 1_000);
      console.log("ready");`;
    await using terminal = await open(process.execPath, { args: ["-e", program], graceMs: 100 });
    await heard(terminal, "ready");
    await terminal.kill();
    expect(await terminal.waitForExit()).toEqual({ exitCode: null, signal: "SIGKILL" });
  });

  it("has ended when its command has, even if that left something on its pipes", async () => {
    await using terminal = await open("sleep 60 & echo left");
    expect(await terminal.waitForExit()).toEqual({ exitCode: 0, signal: null });
    expect(terminal.output().output).toBe("left\n");
  });

  it.skipIf(process.platform !== "linux")("takes its daemons along when it is released", async () => {
    const folder = mkdtempSync(join(cwd, "daemon-"));
    const terminal = await open(misbehaviours.leavesDaemon.replace("TERM HUP", "HUP"), { cwd: folder });
    await terminal.waitForExit();
    expect(findIn(folder)).not.toEqual([]);
    await terminal.release();
    expect(findIn(folder)).toEqual([]);
  });

  it("answers pending waits when it is released, and then no longer exists", async () => {
    const terminal = await open("echo here; sleep 60");
    await heard(terminal, "here");
    const wait = terminal.waitForExit();
    const release = terminal.release();
    expect(() => terminal.output()).toThrow(expect.objectContaining({ code: "terminal_gone" }));
    await expect(terminal.waitForExit()).rejects.toMatchObject({ code: "terminal_gone" });
    await expect(terminal.kill()).rejects.toMatchObject({ code: "terminal_gone" });
    expect(() => terminal.onData(() => undefined)).toThrow(expect.objectContaining({ code: "terminal_gone" }));
    await release;
    expect(await wait).toEqual({ exitCode: null, signal: "SIGTERM" });
    await terminal.release();
  });

  it("drops a listener that throws, and goes on", async () => {
    const entries: string[] = [];
    const log = { write: (_level: string, message: string) => void entries.push(message) };
    const go = join(mkdtempSync(join(cwd, "listener-")), "go");
    await using terminal = await open(`until [ -e '${go}' ]; do sleep 0.01; done; echo one; sleep 0.1; echo two`, {
      log,
    });
    let calls = 0;
    terminal.onData(() => {
      calls += 1;
      throw new Error("listener");
    });
    writeFileSync(go, "");
    await terminal.waitForExit();
    expect(terminal.output().output).toBe("one\ntwo\n");
    expect([calls, entries.length]).toEqual([1, 1]);
  });

  it("cannot be typed to without a pseudo-terminal", async () => {
    await using terminal = await open("sleep 60");
    expect(() => terminal.write("x")).toThrow(expect.objectContaining({ code: "usage" }));
    expect(() => terminal.resize({ cols: 1, rows: 1 })).toThrow(expect.objectContaining({ code: "usage" }));
  });
});

describe.skipIf(isWindows)("a pseudo-terminal", () => {
  const pty = { cols: 97, rows: 31 };

  it("is a terminal to the command, of the size asked for", async () => {
    await using terminal = await open("tty >/dev/null && stty size; echo $TERM; exit 3", { pty });
    expect(terminal).toMatchObject({ kind: "pty", notice: undefined });
    expect(await terminal.waitForExit()).toEqual({ exitCode: 3, signal: null });
    expect(terminal.output().output).toBe("31 97\r\nxterm-256color\r\n");
  });

  it("can be typed to and resized", async () => {
    await using terminal = await open(
      "trap 'stty size' WINCH; echo ready; while read -r line; do echo got $line; done",
      { pty },
    );
    await heard(terminal, "ready");
    terminal.resize({ cols: 40, rows: 10 });
    terminal.write("žluť\r");
    expect(await heard(terminal, "got žluť")).toContain("10 40");
    expect(() => terminal.resize({ cols: 0, rows: 10 })).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it("tells a command that cannot be started", async () => {
    await expect(open("no-such-command", { pty })).rejects.toMatchObject({ code: "process_not_found" });
    await expect(open("true", { pty, cwd: join(cwd, "nowhere") })).rejects.toMatchObject({
      code: "process_cwd_missing",
    });
    await expect(open("true", { pty: { cols: 1.5, rows: 1 } })).rejects.toMatchObject({ code: "usage" });
  });

  it("limits its output and loses nothing of its end", async () => {
    await using terminal = await open("yes 漢 | head -c 1000000; echo end", { pty, outputByteLimit: 5_000 });
    await terminal.waitForExit();
    const { output, truncated } = terminal.output();
    expect(truncated).toBe(true);
    expect(output).toMatch(/^\r?\n?(漢\r\n)+end\r\n$/);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(5_000);
  });

  it("ends an interactive shell, which ignores SIGTERM, at once", async () => {
    // Longer than this test may take.
    await using terminal = await open("bash", { args: ["--norc", "-i"], pty, graceMs: 600_000 });
    await heard(terminal, "bash-");
    terminal.write("echo $((6 * 7))\r");
    await heard(terminal, "42");
    await terminal.kill();
    expect(await terminal.waitForExit()).toEqual({ exitCode: null, signal: "SIGHUP" });
    expect(() => terminal.write("x")).toThrow(expect.objectContaining({ code: "terminal_gone" }));
  });

  it("ends a program that missed the first hang-up, long before its grace period is over", async () => {
    const line = `trap '' TERM; trap 'trap "exit 3" HUP' HUP; echo ready; while :; do sleep 0.05; done`;
    await using terminal = await open(line, { pty, graceMs: 600_000 });
    await heard(terminal, "ready");
    await terminal.kill();
    expect(await terminal.waitForExit()).toEqual({ exitCode: 3, signal: null });
  });

  it("tells thirty of them apart", async () => {
    const terminals = await Promise.all(
      Array.from({ length: 30 }, (_, code) => open(`echo ${code}; exit ${code}`, { pty })),
    );
    const exits = await Promise.all(terminals.map((terminal) => terminal.waitForExit()));
    expect(exits.map(({ exitCode }) => exitCode)).toEqual(exits.map((_, code) => code));
    expect(terminals.map((terminal) => terminal.output().output)).toEqual(exits.map((_, code) => `${code}\r\n`));
    await Promise.all(terminals.map((terminal) => terminal.release()));
  });

  it.skipIf(process.platform !== "linux")("takes along what ran in it, in jobs and sessions of its own", async () => {
    const folder = mkdtempSync(join(cwd, "jobs-"));
    const line = `set -m; trap '' HUP; sleep 60 & setsid sh -c 'trap "" HUP; sleep 60' & nohup sleep 60 & sleep 0.1; echo ready; wait`;
    const terminal = await open(line, { pty, cwd: folder });
    await heard(terminal, "ready");
    expect(findIn(folder).length).toBeGreaterThanOrEqual(4);
    await terminal.release();
    expect(findIn(folder)).toEqual([]);
  });
});
