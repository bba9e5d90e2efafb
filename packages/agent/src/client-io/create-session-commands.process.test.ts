import type { ClientCapabilities, ClientHandlers } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import { createMarker, createTempFolder, type Marker, type TempFolder } from "@parley/test-support";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { SessionCommands, RunningCommand } from "./session-commands.ts";
import { createSessionCommands } from "./create-session-commands.ts";
import { createNotedLog, linkClient, TERMINALS, type ClientLink, type NotedLog } from "./testing/client-link.ts";
import { createRealTerminals, TEST_GRACE_MS } from "./testing/real-terminals.ts";

const never = new AbortController().signal;

interface Scene extends AsyncDisposable {
  readonly folder: TempFolder;
  readonly link: ClientLink;
  readonly log: NotedLog;
  readonly reach: SessionCommands & AsyncDisposable;
  readonly marker: Marker;
  /** With a mark by which whatever comes of it is found. */
  start(command: string, signal?: AbortSignal, outputBytesMax?: number): Promise<RunningCommand>;
}

async function open(capabilities: ClientCapabilities = {}, handlers: ClientHandlers = {}): Promise<Scene> {
  const folder = await createTempFolder();
  const link = await linkClient(capabilities, handlers);
  const log = createNotedLog();
  const reach = createSessionCommands({ client: link.client, sessionId: "session-1", log, graceMs: TEST_GRACE_MS });
  const marker = createMarker();
  const [mark = ""] = Object.entries(marker.env).map(([name, value]) => `export ${name}=${value}; `);
  return {
    folder,
    link,
    log,
    reach,
    marker,
    start: (command, signal = never, outputBytesMax = 100_000) =>
      reach.start({ command: mark + command, cwd: folder.path, outputBytesMax }, signal),
    async [Symbol.asyncDispose]() {
      await reach[Symbol.asyncDispose]();
      await link.close();
      const left = await marker.reap();
      await folder[Symbol.asyncDispose]();
      if (left.length > 0) throw new Error(`Left running: ${left.join(", ")}`);
    },
  };
}

/** Says so when it runs, and when it is told to end. */
const STUBBORN = `bash -c 'trap "echo told" TERM; echo ready; while true; do sleep 0.1; done'`;

describe("a command that runs here", () => {
  it("gives its output as it comes, and how it ended", async () => {
    await using scene = await open();
    const running = await scene.start("echo one; echo two >&2; exit 3");
    const heard = new Promise<void>((resolve) => running.onOutput(resolve));
    await heard;
    expect(await running.exited).toEqual({ code: 3, signal: undefined });
    expect(await running.output()).toEqual({ text: "one\ntwo\n", isTruncated: false });
    expect(running.content()).toEqual([{ type: "content", content: { type: "text", text: "```\none\ntwo\n```" } }]);
    await running.release();
    await running.release();
    expect(await running.output()).toEqual({ text: "one\ntwo\n", isTruncated: false });
  });

  it.each([
    ["exit", 0],
    ["true", 0],
    ["no-such-program-here", 127],
    ["cd", 0],
  ])("takes the single word %s as a line", async (command, code) => {
    await using scene = await open();
    const running = await scene.reach.start({ command, cwd: scene.folder.path, outputBytesMax: 1_000 }, never);
    expect(await running.exited).toEqual({ code, signal: undefined });
    await running.release();
  });

  it("has no pager, no colours and nothing to read from", async () => {
    await using scene = await open();
    const running = await scene.start('echo "$PAGER $NO_COLOR $TERM"; cat; echo end');
    await running.exited;
    expect((await running.output()).text).toBe("cat 1 dumb\nend\n");
  });

  it("keeps the beginning and the end of what is long", async () => {
    await using scene = await open();
    const running = await scene.start("seq 1 200000", never, 20_000);
    await running.exited;
    const { text, isTruncated } = await running.output();
    expect(isTruncated).toBe(true);
    expect(text).toMatch(/^1\n2\n3\n/);
    expect(text).toMatch(/\n… part of the output omitted …\n\d{6}\n/);
    expect(text).toMatch(/\n200000\n$/);
  });

  it("rejects when it cannot be started", async () => {
    await using scene = await open();
    const start = { command: "true", cwd: scene.folder.file("none"), outputBytesMax: 10 };
    await expect(scene.reach.start(start, never)).rejects.toMatchObject({ code: "process_cwd_missing" });
  });

  it("ends with everything it started, even what does not want to", async () => {
    await using scene = await open();
    const running = await scene.start(`${STUBBORN} & (setsid sleep 300 &); wait`);
    await expect.poll(async () => (await running.output()).text).toContain("ready");
    const killed = running.kill();
    await expect.poll(async () => (await running.output()).text).toContain("told");
    await killed;
    expect((await running.exited).code).not.toBe(0);
    expect(await scene.marker.find()).toEqual([]);
    await running.release();
  });

  it("is killed with its child processes when it is released", async () => {
    await using scene = await open();
    const running = await scene.start("sleep 300 & setsid sleep 300 & echo done");
    expect((await running.exited).code).toBe(0);
    await expect.poll(() => scene.marker.find()).not.toEqual([]);
    await running.release();
    expect(await scene.marker.find()).toEqual([]);
  });

  it("ends with the session if it was not released", async () => {
    await using scene = await open();
    await Promise.all([scene.start("sleep 300"), scene.start("sleep 300")]);
    await expect.poll(() => scene.marker.find()).not.toEqual([]);
    await scene.reach[Symbol.asyncDispose]();
    expect(await scene.marker.find()).toEqual([]);
    await expect(scene.start("true")).rejects.toMatchObject({ code: "terminal_gone" });
  });

  it("is not started after a cancel, and is killed if it was", async () => {
    await using scene = await open();
    await expect(scene.start("touch x", AbortSignal.abort())).rejects.toMatchObject({ code: "request_cancelled" });
    const stop = new AbortController();
    const starting = scene.start("sleep 300", stop.signal);
    stop.abort();
    await expect(starting).rejects.toMatchObject({ code: "request_cancelled" });
    await scene.reach[Symbol.asyncDispose]();
    expect(await scene.marker.find()).toEqual([]);
    await expect(readFile(scene.folder.file("x"))).rejects.toThrow("ENOENT");
  });
});

describe("a command in a terminal of the client", () => {
  it("runs in the client, and is released once", async () => {
    await using real = createRealTerminals();
    await using scene = await open(TERMINALS, real.handlers);
    const running = await scene.start("echo one; exit 3");
    const [terminalId] = real.terminals.keys();
    expect(running.content()).toEqual([{ type: "terminal", terminalId }]);
    expect(await running.exited).toEqual({ code: 3, signal: undefined });
    expect(await running.output()).toEqual({ text: "one\n", isTruncated: false });
    await Promise.all([running.release(), running.release(), running[Symbol.asyncDispose]()]);
    expect(await running.output()).toEqual({ text: "one\n", isTruncated: false });
    await running.kill();
    expect(scene.link.methods.filter((method) => method === "terminal/release")).toHaveLength(1);
    expect(scene.link.methods).not.toContain("terminal/kill");
    expect(scene.link.fake.calls.items[0]).toMatchObject({
      method: "terminal/create",
      params: { sessionId: "session-1", cwd: scene.folder.path, outputByteLimit: 100_000 },
    });
  });

  it("is killed there with everything it started", async () => {
    await using real = createRealTerminals();
    await using scene = await open(TERMINALS, real.handlers);
    const running = await scene.start(`${STUBBORN} & wait`);
    await expect.poll(async () => (await running.output()).text).toContain("ready");
    await running.kill();
    expect((await running.exited).code).not.toBe(0);
    expect(await scene.marker.find()).toEqual([]);
    await running.release();
    expect(real.terminals.size).toBe(0);
  });

  it("runs here where the client has no such method after all, and from then on", async () => {
    await using scene = await open(TERMINALS, {
      "terminal/create": () => {
        throw RpcError.methodNotFound("terminal/create");
      },
    });
    for (const word of ["one", "two"]) {
      await using running = await scene.start(`echo ${word}`);
      await running.exited;
      expect((await running.output()).text).toBe(`${word}\n`);
    }
    expect(scene.link.methods).toEqual(["terminal/create"]);
    expect(scene.log.lines).toMatchObject([{ level: "warn" }]);
  });

  it("is passed to a shell explicitly if the client takes the line for a program", async () => {
    await using real = createRealTerminals();
    const create = real.handlers["terminal/create"];
    await using scene = await open(TERMINALS, {
      ...real.handlers,
      "terminal/create": (params, context) => {
        if ((params.args ?? []).length === 0) throw new RpcError(-32603, `spawn ${params.command} ENOENT`);
        return create?.(params, context) as Promise<{ terminalId: string }>;
      },
    });
    await using running = await scene.start("echo a | tr a b");
    await running.exited;
    expect((await running.output()).text).toBe("b\n");
  });

  it("says what the client said when it does not start", async () => {
    await using scene = await open(TERMINALS, {
      "terminal/create": () => {
        throw new RpcError(-32600, "Permission denied: not today");
      },
    });
    await expect(scene.start("true")).rejects.toMatchObject({
      code: "policy_denied",
      message: expect.stringContaining("not today"),
    });
  });

  it("is killed if it starts after it was cancelled", async () => {
    await using real = createRealTerminals();
    const create = real.handlers["terminal/create"];
    let goOn: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await using scene = await open(TERMINALS, {
      ...real.handlers,
      "terminal/create": async (params, context) => {
        await asked;
        return (await create?.(params, context)) as { terminalId: string };
      },
    });
    const stop = new AbortController();
    const starting = scene.start("sleep 300", stop.signal);
    await scene.link.fake.calls.find("the start", ({ method }) => method === "terminal/create");
    stop.abort();
    await expect(starting).rejects.toMatchObject({ code: "request_cancelled" });
    goOn();
    await scene.link.fake.calls.find("the release", ({ method }) => method === "terminal/release");
    await expect.poll(() => scene.marker.find()).toEqual([]);
    expect(real.terminals.size).toBe(0);
  });

  it("is looked at where the client does not say when it ends", async () => {
    await using real = createRealTerminals();
    await using scene = await open(TERMINALS, {
      ...real.handlers,
      "terminal/wait_for_exit": () => {
        throw RpcError.methodNotFound("terminal/wait_for_exit");
      },
    });
    await using running = await scene.start("exit 7");
    expect(await running.exited).toEqual({ code: 7, signal: undefined });
  });

  it("is released where the client cannot kill", async () => {
    await using real = createRealTerminals();
    await using scene = await open(TERMINALS, {
      ...real.handlers,
      "terminal/kill": () => {
        throw RpcError.methodNotFound("terminal/kill");
      },
    });
    const running = await scene.start("sleep 300");
    await running.kill();
    expect(scene.link.methods).toContain("terminal/release");
    expect(await scene.marker.find()).toEqual([]);
  });

  it("has ended with an unknown status when the client disconnects", async () => {
    await using scene = await open(TERMINALS, { "terminal/wait_for_exit": () => new Promise(() => undefined) });
    const running = await scene.start("true");
    await scene.link.close();
    expect(await running.exited).toEqual({ code: undefined, signal: undefined });
    await running.release();
    await running.kill();
  });
});
