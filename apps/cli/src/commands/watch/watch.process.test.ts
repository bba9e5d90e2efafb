import { createWatchState, type Observation } from "@parley/observe";
import { connectToFeed, openFeed, readToken, type Feed } from "@parley/observe/feed";
import {
  bundleProgram,
  createTempFolder,
  startProgram,
  type ChildProgram,
  type TempFolder,
} from "@parley/test-support";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { beforeAll, describe, expect, it } from "vitest";

let main = "";
beforeAll(async () => {
  main = await bundleProgram(new URL("./testing/run-watch.main.ts", import.meta.url));
});

type Without<Whole> = Whole extends unknown ? Omit<Whole, "atMs" | "sessionId"> : never;

interface Scene extends AsyncDisposable {
  readonly home: TempFolder;
  readonly feed: Feed;
  readonly address: string;
  say(observation: Without<Observation>): void;
  start(...args: readonly string[]): ChildProgram;
}

/** A feed with one session that has done a few things, and `parley watch` as a process of its own. */
async function openScene(): Promise<Scene> {
  const home = await createTempFolder();
  const feed = await openFeed({ home: home.path, port: 0 });
  const state = createWatchState({ agentId: "goose" });
  const say: Scene["say"] = (observation) => state.add({ ...observation, atMs: Date.now(), sessionId: "abc-1" });
  feed.publish(state);
  say({ type: "session_opened", cwd: "/code", how: "new" });
  say({ type: "title", title: "Fix the flaky test" });
  say({ type: "turn_started", requestId: "1" });
  say({ type: "file", path: "src/queue.ts", action: "write", from: "diff" });
  say({ type: "usage", used: 50, size: 100, cost: { amount: 0.5, currency: "USD" } });
  say({ type: "blocked", path: ".env", action: "read", reason: "outside the zone" });
  await isShown(feed, home);
  const address = `127.0.0.1:${feed.address.port}`;
  return {
    home,
    feed,
    address,
    say,
    start: (...args) => startProgram(main, { args: [...args], env: { PARLEY_HOME: home.path, PARLEY_COLOR: "never" } }),
    async [Symbol.asyncDispose]() {
      await feed.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** What was said is on the feed. */
async function isShown(feed: Feed, home: TempFolder): Promise<void> {
  await new Promise<void>((resolve) => {
    const reader = connectToFeed(feed.address, {
      token: () => readToken(home.path),
      onMessage: ({ type }) => {
        if (type !== "session") return;
        reader.close();
        resolve();
      },
    });
  });
}

async function outputOf(program: ChildProgram): Promise<{ code: number | null; stdout: string }> {
  const [stdout, { code }] = await Promise.all([program.output(), program.exited]);
  return { code, stdout };
}

async function untilSaid(program: ChildProgram, text: string): Promise<string> {
  let stdout = "";
  return await new Promise((resolve, reject) => {
    program.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (stdout.includes(text)) resolve(stdout);
    });
    program.stdout.once("close", () => reject(new Error(`It never said ${text}: ${stdout} ${program.stderr()}`)));
  });
}

describe("parley watch --once", () => {
  it("prints one JSON document for scripts", async () => {
    await using scene = await openScene();
    await using program = scene.start(scene.address, "--once", "--json");
    const { code, stdout } = await outputOf(program);
    expect(code).toBe(0);
    const { feed, sessions } = JSON.parse(stdout) as { feed: string; sessions: Record<string, unknown>[] };
    expect(feed).toBe(scene.address);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      agentId: "goose",
      sessionId: "abc-1",
      title: "Fix the flaky test",
      cwd: "/code",
      isRunning: true,
      usage: { used: 50, size: 100, cost: { amount: 0.5, currency: "USD" } },
      blocked: [{ path: ".env", action: "read", reason: "outside the zone", at: expect.stringMatching(/Z$/) }],
    });
    expect(sessions[0]?.["files"]).toContainEqual(
      expect.objectContaining({
        path: "src/queue.ts",
        inContext: true,
        lastAction: "write",
        writes: 1,
        at: expect.stringMatching(/Z$/),
      }),
    );
  });

  it("prints the screen of the requested session", async () => {
    await using scene = await openScene();
    await using program = scene.start(scene.address, "--once", "--session", "abc");
    const { code, stdout } = await outputOf(program);
    expect(code).toBe(0);
    expect(stdout).toContain("Fix the flaky test");
    expect(stdout).toContain("queue.ts");
    expect(stdout).toContain("1 blocked");
    await using other = scene.start(scene.address, "--once", "--session", "nobody");
    expect((await outputOf(other)).code).toBe(2);
    expect(other.stderr()).toContain("nobody");
  });

  it("says what to do if no feed is found", async () => {
    await using scene = await openScene();
    await scene.feed.close();
    await using program = scene.start(scene.address, "--once", "--json");
    const { code, stdout } = await outputOf(program);
    expect([code, stdout]).toEqual([3, ""]);
    expect(program.stderr()).toMatch(/not found: connection refused\n.*parley serve\n$/);
    await using wrong = scene.start("not:an:address", "--once");
    expect((await outputOf(wrong)).code).toBe(2);
  });
});

describe("parley watch without a terminal", () => {
  it("prints events line by line until it is stopped", async () => {
    await using scene = await openScene();
    await using program = scene.start(scene.address);
    await untilSaid(program, "Fix the flaky test");
    scene.say({
      type: "tool_call",
      toolCallId: "c",
      title: "Run npm test",
      name: "bash",
      kind: "execute",
      status: "in_progress",
    });
    await untilSaid(program, "starts Run npm test");
    scene.say({ type: "file", path: "src/clock.ts", action: "read", from: "fs" });
    await untilSaid(program, "read src/clock.ts");
    scene.say({
      type: "tool_call",
      toolCallId: "c",
      title: undefined,
      name: undefined,
      kind: undefined,
      status: "failed",
    });
    await untilSaid(program, "failed Run npm test");
    scene.say({ type: "turn_ended", requestId: "1", stopReason: "end_turn" });
    expect(await untilSaid(program, "turn 1 ends")).toMatch(/^\d\d:\d\d:\d\d goose {2}/m);
    process.kill(program.pid, "SIGINT");
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });

  it("prints raw messages as JSON, and waits for a feed that does not exist yet", async () => {
    await using scene = await openScene();
    const { port } = scene.feed.address;
    await scene.feed.close();
    await using program = scene.start(String(port), "--json");
    await using feed = await openFeed({ home: scene.home.path, port });
    const state = createWatchState({ agentId: "late" });
    state.add({ type: "session_opened", cwd: "/code", how: "new", atMs: Date.now(), sessionId: "s" });
    feed.publish(state);
    const lines = await untilSaid(program, '"type":"session"');
    expect(
      lines
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { type: string }).type),
    ).toContain("session");
    process.kill(program.pid, "SIGTERM");
    expect((await program.exited).code).toBe(0);
  });
});

describe("parley watch in a terminal", () => {
  it("draws in place, handles keys, and restores the terminal", async () => {
    await using scene = await openScene();
    const env = { ...process.env, PARLEY_HOME: scene.home.path, TERM: "xterm-256color", LANG: "C.UTF-8" } as Record<
      string,
      string
    >;
    using terminal = new PseudoTerminal(process.execPath, [main, scene.address], { cwd: scene.home.path, env });
    await terminal.sees("\u001b[?1049h");
    await terminal.sees("Fix the flaky test");
    await terminal.sees("queue.ts");
    scene.say({ type: "file", path: "src/clock.ts", action: "read", from: "fs" });
    await terminal.sees("clock.ts");
    terminal.types("s");
    await terminal.sees("sort: path");
    terminal.types("/clo");
    await terminal.sees("Enter keeps it");
    terminal.types("\r");
    await terminal.sees("filter: clo");
    terminal.types("f");
    await terminal.sees("frozen");
    terminal.types("?");
    await terminal.sees("Press any key to go back");
    terminal.types("x");
    await scene.feed.close();
    await terminal.sees("reconnecting");
    terminal.types("q");
    await terminal.sees("\u001b[?1049l");
    expect(await terminal.exited).toBe(0);
  });

  it("says what to do next when there is nothing to show yet", async () => {
    await using scene = await openScene();
    await scene.feed.close();
    const env = { ...process.env, PARLEY_HOME: scene.home.path, TERM: "xterm-256color", LANG: "C.UTF-8" } as Record<
      string,
      string
    >;
    using terminal = new PseudoTerminal(process.execPath, [main, scene.address], { cwd: scene.home.path, env });
    await terminal.sees("Nothing to watch");
    await terminal.sees("parley proxy -- goose acp");
    terminal.types("\u0003");
    expect(await terminal.exited).toBe(0);
  });
});
