// The default: a run or a chat starts this home's server in the background, and the next ones use it.
import { createEventSequence, formatSessionEvent } from "@parley/acp";
import { createFileSessionStore } from "@parley/home/session-log";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { openPlace, PARLEY, type Outcome, type Place, type RunOptions, type Running } from "../run-parley.ts";
import { sees } from "./served.ts";

/** A home whose commands start a server, which is stopped at the end. */
interface OpenHome extends AsyncDisposable {
  readonly place: Place;
  readonly env: Readonly<Record<string, string>>;
  start(args: readonly string[], options?: RunOptions): Running;
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** The process of its server; undefined if there is none. */
  readPid(): Promise<number | undefined>;
}

async function openHome(): Promise<OpenHome> {
  const place = await openPlace();
  // Without the idle time of a build machine, which would be over before the test looks.
  const env = { PARLEY_SERVER: "auto", CI: "" };
  const start: OpenHome["start"] = (args, options = {}) =>
    place.start(args, { ...options, env: { ...env, ...options.env } });
  const run: OpenHome["run"] = (args, options) => start(args, options).ended;
  return {
    place,
    env: { ...place.env, ...env },
    start,
    run,
    async readPid() {
      const text = await readFile(join(place.home, "server.json"), "utf8").catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as { readonly pid: number }).pid;
    },
    async [Symbol.asyncDispose]() {
      await run(["server", "stop", "--grace-seconds", "0"]);
      await place[Symbol.asyncDispose]();
    },
  };
}

async function listTitles(home: OpenHome): Promise<readonly string[]> {
  const { stdout } = await home.run(["sessions", "list", "--json"]);
  const { sessions } = JSON.parse(stdout) as { readonly sessions: readonly { readonly title: string }[] };
  return sessions.map(({ title }) => title).toSorted();
}

/** A module that keeps a server in the background from becoming ready. */
async function writeHang({ place }: OpenHome): Promise<Readonly<Record<string, string>>> {
  const file = place.file("hang.cjs");
  await writeFile(
    file,
    `if (process.argv.includes("--background")) for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);`,
  );
  return { NODE_OPTIONS: `--require ${file}` };
}

// Each has a home of its own; two wait until a server is given up.
describe.concurrent("a run starts a server in the background", { timeout: 300_000 }, () => {
  it("if none is running, and the next one uses it", async ({ expect }) => {
    await using home = await openHome();
    expect(await home.run(["run", "say Cold"])).toEqual({ code: 0, stdout: "Cold\n", stderr: "" });
    const pid = await home.readPid();
    expect(pid).toBeGreaterThan(0);
    expect(await home.run(["run", "--continue", "say Warm"])).toEqual({ code: 0, stdout: "Warm\n", stderr: "" });
    expect(await home.readPid()).toBe(pid);
    const status = JSON.parse((await home.run(["server", "status", "--json"])).stdout) as object;
    expect(status).toMatchObject({ running: true, kind: "background", idle_exit_seconds: 900, turns: 0 });
  });

  it("in place of an older one without turns, and never in place of a newer one", async ({ expect }) => {
    await using home = await openHome();
    const file = join(home.place.home, "server.json");
    expect(await home.run(["run", "say First"])).toMatchObject({ code: 0 });
    const entry = JSON.parse(await readFile(file, "utf8")) as { readonly pid: number };
    await writeFile(file, JSON.stringify({ ...entry, version: "99.0.0" }));
    expect(await home.run(["run", "say Newer"])).toMatchObject({ code: 0, stdout: "Newer\n" });
    expect(await home.readPid()).toBe(entry.pid);
    await writeFile(file, JSON.stringify({ ...entry, version: "0.0.1" }));
    expect(await home.run(["run", "say Older"])).toMatchObject({ code: 0, stdout: "Older\n" });
    expect(await home.readPid()).not.toBe(entry.pid);
    expect(await listTitles(home)).toEqual(["say First", "say Newer", "say Older"]);
  });

  it("once, if ten do at the same time, and it has the session of an earlier version", async ({ expect }) => {
    await using home = await openHome();
    const { place } = home;
    const files = createFileSessionStore({ folder: join(place.home, "sessions") });
    const log = await files.create({ id: "earlier", agent: { name: "script" }, cwd: place.work });
    const prompt = [{ type: "text", text: "say Earlier" }] as const;
    const event = createEventSequence("earlier").next({ type: "prompt", prompt: [...prompt] });
    log.append(event, formatSessionEvent(event));
    await log.close();
    const runs = Array.from({ length: 10 }, (_, at) => home.run(["run", `say Run ${at}`]));
    for (const [at, outcome] of (await Promise.all(runs)).entries()) {
      expect(outcome).toEqual({ code: 0, stdout: `Run ${at}\n`, stderr: "" });
    }
    const titles = ["say Earlier", ...Array.from({ length: 10 }, (_, at) => `say Run ${at}`)];
    expect(await listTitles(home)).toEqual(titles);
    expect(await home.run(["run", "--session", "earlier", "say Continued"])).toMatchObject({ stdout: "Continued\n" });
    await home.run(["server", "stop"]);
    expect(await listTitles(home)).toEqual(titles);
  });

  it("not if an agent started it, and not with --no-server", async ({ expect }) => {
    await using home = await openHome();
    const guarded = { env: { PARLEY_GUARD: "0123456789abcdef.1;" } };
    expect(await home.run(["run", "say Guarded"], guarded)).toMatchObject({ code: 0, stdout: "Guarded\n" });
    const detached = await home.run(["run", "--detach", "say Guarded"], guarded);
    expect(detached).toMatchObject({ code: 3, stderr: expect.stringContaining("no server is running") as string });
    expect(await home.run(["run", "--no-server", "say Alone"])).toMatchObject({ code: 0, stdout: "Alone\n" });
    expect(existsSync(join(home.place.home, "server.json"))).toBe(false);
  });

  it("with --detach, and leaves the turn to it", async ({ expect }) => {
    await using home = await openHome();
    const { code, stdout } = await home.run(["run", "--detach", "say Left"]);
    expect(code).toBe(0);
    const shown = await home.run(["sessions", "attach", stdout.trim()]);
    expect(shown.stdout).toContain("Left");
  });
});

describe.concurrent("a server that cannot be started", { timeout: 300_000 }, () => {
  it("because a command without one has the sessions is a sentence with what to do", async ({ expect }) => {
    await using home = await openHome();
    const alone = home.start(["run", "--no-server", "say Begun\nwait 600000"]);
    await sees(alone, "Begun");
    const { code, stdout, stderr } = await home.run(["run", "say x"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("The background server did not start:");
    expect(stderr).toContain(`(pid ${alone.child.pid}`);
    expect(stderr).toContain("stop it if it runs with --no-server");
    expect(stderr).not.toContain(".claim");
    alone.child.kill("SIGINT");
    await alone.ended;
    expect(await home.run(["run", "say x"])).toMatchObject({ code: 0, stdout: "x\n" });
  });

  it("because it never becomes ready is given up and ended", async ({ expect }) => {
    await using home = await openHome();
    const { code, stdout, stderr } = await home.run(["run", "say x"], { env: await writeHang(home) });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("The background server did not start: it was not ready within");
    expect(stderr).toContain("use --no-server");
  });

  it("is ended by Ctrl-C", async ({ expect }) => {
    await using home = await openHome();
    const running = home.start(["run", "say x"], { env: await writeHang(home) });
    await expect.poll(() => existsSync(join(home.place.home, "server.log")), { timeout: 60_000 }).toBe(true);
    running.child.kill("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130, stdout: "" });
  });

  it("because another one hangs is a sentence with its process", async ({ expect }) => {
    await using home = await openHome();
    expect(await home.run(["run", "say x"])).toMatchObject({ code: 0 });
    const pid = (await home.readPid()) ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      const { code, stderr } = await home.run(["run", "say x"]);
      expect({ code, isNamed: stderr.includes(`(process ${pid}) does not respond`) }).toEqual({
        code: 3,
        isNamed: true,
      });
      expect(stderr).toContain(`kill process ${pid}`);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(await home.run(["run", "say x"])).toMatchObject({ code: 0, stdout: "x\n" });
  });
});

describe.concurrent("a chat", { timeout: 300_000 }, () => {
  it("starts a server in the background, and another one after it was killed", async ({ expect }) => {
    await using home = await openHome();
    const options = { cwd: home.place.work, env: { ...home.env, TERM: "xterm-256color" } };
    using chat = new PseudoTerminal(process.execPath, [PARLEY, "chat"], options);
    await chat.sees("Describe a task");
    chat.types("say first\r");
    await chat.sees("\nfirst");
    const pid = (await home.readPid()) ?? 0;
    process.kill(pid, "SIGKILL");
    await expect.poll(() => home.readPid(), { timeout: 60_000 }).not.toBe(pid);
    chat.types("say second\r");
    await chat.sees("\nsecond");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
    expect(await listTitles(home)).toEqual(["say first"]);
  });
});
