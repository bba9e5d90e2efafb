import {
  bundleProgram,
  createTempFolder,
  startProgram,
  type ChildProgram,
  type StartOptions,
} from "@parley/test-support";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

const FEED = /feed on 127\.0\.0\.1:(\d+)/;
const DRIVER = new URL("./testing/proxy-driver.main.ts", import.meta.url);

/** `line` is the agent, for a shell. */
async function start(
  line: string,
  flags: readonly string[] = ["--no-observe"],
  options: StartOptions = {},
): Promise<ChildProgram> {
  return startProgram(await bundleProgram(DRIVER), { ...options, args: [...flags, "--", "/bin/sh", "-c", line] });
}

async function readAll(program: ChildProgram): Promise<Buffer> {
  const chunks: Buffer[] = [];
  program.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(program.stdout, "close");
  return Buffer.concat(chunks);
}

async function untilSays(program: ChildProgram, word: string): Promise<void> {
  let text = "";
  while (!text.includes(word)) text += String(((await once(program.stdout, "data")) as [Buffer])[0]);
}

test.each([
  ["exit 0", { code: 0, signal: null }],
  ["exit 7", { code: 7, signal: null }],
  ["exit 255", { code: 255, signal: null }],
  ["kill -TERM $$", { code: null, signal: "SIGTERM" }],
  ["kill -INT $$", { code: null, signal: "SIGINT" }],
  ["kill -HUP $$", { code: null, signal: "SIGHUP" }],
  ["kill -KILL $$", { code: null, signal: "SIGKILL" }],
  // Those that would leave a core file, or mean something else to Node, as a shell tells of them.
  ["ulimit -c 0; kill -ABRT $$", { code: 134, signal: null }],
  ["kill -USR1 $$", { code: 138, signal: null }],
])("exits like an agent that ends with `%s`", async (line, exit) => {
  await using proxy = await start(line);
  expect(await proxy.exited).toEqual(exit);
});

test("passes the agent's stderr through to the client", async () => {
  await using proxy = await start("echo one >&2; echo two >&2");
  await proxy.exited;
  expect(proxy.stderr()).toBe("one\ntwo\n");
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "forwards %s to the agent and exits with its status",
  async (signal) => {
    await using proxy = await start(
      `trap 'echo got it; exit 42' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`,
    );
    await untilSays(proxy, "ready");
    const rest = readAll(proxy);
    process.kill(proxy.pid, signal);
    expect(await proxy.exited).toEqual({ code: 42, signal: null });
    expect((await rest).toString()).toBe("got it\n");
  },
);

test.concurrent("stops an agent that ignores signals", { timeout: 60_000 }, async () => {
  await using proxy = await start(`trap '' TERM INT HUP; echo ready; while :; do sleep 0.2; done`);
  await untilSays(proxy, "ready");
  process.kill(proxy.pid, "SIGTERM");
  expect(await proxy.exited).toEqual({ code: null, signal: "SIGKILL" });
});

test.concurrent("leaves no agent behind when it is killed", { timeout: 60_000 }, async () => {
  await using proxy = await start(`trap '' TERM HUP; echo ready; while :; do sleep 0.2; done`);
  await untilSays(proxy, "ready");
  process.kill(proxy.pid, "SIGKILL");
  await proxy.exited;
  await expect.poll(() => proxy.marker.find()).toEqual([]);
});

test.concurrent(
  "stops an agent that keeps running after the client has disconnected",
  { timeout: 60_000 },
  async () => {
    await using proxy = await start(`trap '' TERM HUP PIPE; while :; do echo x; sleep 0.1; done 2>/dev/null`);
    await untilSays(proxy, "x");
    proxy.stdin.destroy();
    proxy.stdout.destroy();
    await proxy.exited;
    expect(await proxy.marker.find()).toEqual([]);
  },
);

test("writes only the agent's bytes to stdout, and its own notice to stderr in one line", async () => {
  await using folder = await createTempFolder();
  const record = folder.file("traffic.ndjson");
  const flags = ["--record", record, "--feed-port", "0", "--agent-id", "echo"];
  await using proxy = await start("cat", flags, { env: { PARLEY_HOME: folder.path } });
  const received = readAll(proxy);
  const bytes = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1.0,"x":"\u2028"}\r\n\n{"half'),
    Buffer.from([0xff, 0]),
  ]);
  proxy.stdin.end(bytes);
  expect(await proxy.exited).toEqual({ code: 0, signal: null });
  expect((await received).equals(bytes)).toBe(true);
  expect(proxy.stderr()).toMatch(/^parley proxy: Recording to .*feed on 127\.0\.0\.1:\d+\n$/);
  const lines = (await readFile(record, "utf8")).trim().split("\n");
  expect(lines).toHaveLength(5);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ agent: "echo", redacted: true });
  expect(lines[1]).toContain('"frame":{"jsonrpc":"2.0","id":1.0,"x":"\u2028"}');
});

test(
  "does not delay messages while ten thousand feed readers connect and disconnect",
  { timeout: 180_000 },
  async () => {
    const [visitors, atOnce] = [10_000, 50];
    await using folder = await createTempFolder();
    await using proxy = await start("cat", ["--feed-port", "0"], { env: { PARLEY_HOME: folder.path } });
    await expect.poll(() => proxy.stderr(), { timeout: 60_000 }).toMatch(FEED);
    const port = Number(FEED.exec(proxy.stderr())?.[1]);
    const count = { came: 0, gone: 0 };
    const visit = async (): Promise<void> => {
      const socket = connect(port, "127.0.0.1").resume();
      // Those for whom there is no room are dropped.
      socket.on("error", () => undefined);
      socket.once("connect", () => socket.end('{"type":"request_snapshot"}\n'));
      await once(socket, "close");
      count.gone += 1;
    };
    const visiting = Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (count.came < visitors) {
          count.came += 1;
          await visit();
        }
      }),
    );
    const answers = createInterface({ input: proxy.stdout })[Symbol.asyncIterator]();
    const waited: number[] = [];
    while (count.gone < visitors) {
      const before = count.gone;
      const message = `{"method":"x","params":{"index":${waited.length}}}`;
      proxy.stdin.write(`${message}\n`);
      expect((await answers.next()).value).toBe(message);
      waited.push(count.gone - before);
    }
    await visiting;
    // Counted in visitors, because time is another one on every machine: a message is not behind them in a queue.
    expect(waited.length).toBeGreaterThan(20);
    expect(Math.max(...waited)).toBeLessThan(visitors / 4);
    proxy.stdin.end();
    expect(await proxy.exited).toEqual({ code: 0, signal: null });
  },
);

/** A Node whose pipes have neither a descriptor to be seen nor take a buffer, as far as anybody but Node can tell. */
const OTHER_NODE = `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["--version"], { stdio: ["pipe", "ignore", "ignore"], env: {} });
const pipe = Object.getPrototypeOf(child.stdin._handle);
Object.defineProperty(pipe, "fd", { get: () => undefined });
Object.defineProperty(pipe, "useUserBuffer", { value: undefined });
if (child.stdin._handle.fd !== undefined || child.stdin._handle.useUserBuffer !== undefined) process.exit(99);
child.stdin.destroy();
`;

test("forwards every byte on a Node version with unknown pipe internals", async () => {
  await using folder = await createTempFolder();
  const preload = folder.file("other-node.cjs");
  await writeFile(preload, OTHER_NODE);
  const env = { PARLEY_HOME: folder.path, NODE_OPTIONS: `--require ${preload}` };
  const bytes = Buffer.from(Array.from({ length: 2 ** 21 + 3 }, (_, index) => (index * 7 + (index >> 8)) % 256));
  await using proxy = await start("cat", ["--feed-port", "0"], { env });
  const received = readAll(proxy);
  proxy.stdin.end(bytes);
  expect(await proxy.exited).toEqual({ code: 0, signal: null });
  expect((await received).equals(bytes)).toBe(true);
});

test("reports a feed that cannot be opened, and keeps forwarding", async () => {
  await using folder = await createTempFolder();
  const { createServer } = await import("node:net");
  const stranger = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const { port } = stranger.address() as { port: number };
  await using proxy = await start("cat", ["--feed-port", String(port)], { env: { PARLEY_HOME: folder.path } });
  const received = readAll(proxy);
  await expect
    .poll(() => proxy.stderr())
    .toMatch(/^parley proxy: no feed: .* in use .*\. Use a free port with --feed-port 0\.$/m);
  proxy.stdin.end("hello\n");
  await proxy.exited;
  stranger.close();
  expect((await received).toString()).toBe("hello\n");
});

test("reports once what to set for a collector that needs gRPC", async () => {
  await using folder = await createTempFolder();
  const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
  await using proxy = await start("cat", ["--no-feed"], { env: { PARLEY_HOME: folder.path, ...otel } });
  const received = readAll(proxy);
  proxy.stdin.end("hello\n");
  await proxy.exited;
  expect((await received).toString()).toBe("hello\n");
  expect(proxy.stderr()).toMatch(
    /^parley proxy: telemetry: The OTLP protocol grpc is not supported.*=http\/protobuf .*\n$/,
  );
});

test.each([
  [[], "The agent's command is missing after --", 2],
  [["--fault", "slow=1", "--", "cat"], '"slow" is not a fault', 2],
  [["--zone", "/etc", "--", "cat"], "--zone: expected a glob relative to the workspace", 2],
  [["--rules", "/no/such/file", "--", "cat"], "file not found", 2],
  [["--record", "/no/such/folder/x", "--", "cat"], "Folder /no/such/folder not found", 2],
  [["--no-observe", "--record", "x", "--", "cat"], "--record cannot be used with --no-observe", 2],
  [["--no-feed", "--", "no-such-agent-here"], 'Program "no-such-agent-here" not found', 3],
])("refuses %j with a reason", async (args, message, code) => {
  await using proxy = startProgram(await bundleProgram(DRIVER), { args });
  expect(await proxy.exited).toEqual({ code, signal: null });
  expect(proxy.stderr()).toContain(message);
});

const MIB = 2 ** 20;

test.each([
  ["one line of 64 MiB", Buffer.alloc(64 * MIB, "x")],
  ["64 MiB of small messages", Buffer.alloc(64 * MIB, `${JSON.stringify({ method: "x", p: "y".repeat(70) })}\n`)],
])("%s, both ways: no more memory than 120 MB", { timeout: 120_000 }, async (_, bytes) => {
  await using folder = await createTempFolder();
  const env = { PARLEY_HOME: folder.path, PARLEY_TEST_MEMORY: "1" };
  await using proxy = await start("cat", ["--feed-port", "0"], { env });
  const hash = createHash("sha256");
  proxy.stdout.on("data", (chunk: Buffer) => hash.update(chunk));
  proxy.stdin.end(bytes);
  expect(await proxy.exited).toEqual({ code: 0, signal: null });
  if (!proxy.stdout.closed) await once(proxy.stdout, "close");
  expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
  const memory = Number(/memory: (\d+) KiB/.exec(proxy.stderr())?.[1]) * 1_024;
  expect(memory).toBeLessThan(120_000_000);
});

test("injects faults: kills the agent, cuts the connection, delays messages", async () => {
  await using killed = await start('while read a; do echo "$a"; done', ["--no-observe", "--fault", "kill=2"]);
  const first = readAll(killed);
  killed.stdin.write("1\n2\n3\n4\n");
  expect(await killed.exited).toEqual({ code: null, signal: "SIGKILL" });
  expect((await first).toString()).toBe("1\n2\n");

  await using cut = await start("cat", ["--no-observe", "--fault", "cut=1"]);
  const second = readAll(cut);
  cut.stdin.write("one\n");
  await once(cut.stdout, "data");
  cut.stdin.write("another\n");
  expect(await cut.exited).toEqual({ code: 0, signal: null });
  expect((await second).toString()).toBe("one\nanot");

  await using late = await start("cat", ["--no-observe", "--fault", "delay=150"]);
  const started = performance.now();
  const third = readAll(late);
  late.stdin.end("x\n");
  expect((await third).toString()).toBe("x\n");
  expect(performance.now() - started).toBeGreaterThan(300);
});
