import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Frame } from "../frames/frame.ts";
import { createRelay } from "./create-relay.ts";
import type { Relay, RelayOptions } from "./relay.ts";
import { createClientEnd, type ClientEnd } from "./testing/client-end.ts";

/** A relay to an agent that is a line for a shell. */
async function open(
  line: string,
  options: Partial<RelayOptions> = {},
): Promise<{ relay: Relay; client: ClientEnd } & AsyncDisposable> {
  const client = createClientEnd();
  const command = { command: "/bin/sh", args: ["-c", line], cwd: process.cwd() };
  const relay = await createRelay({ command, pipes: client.pipes, ...options });
  return { relay, client, [Symbol.asyncDispose]: () => relay.close() };
}

/** What breaks readers that decode, split or parse before they forward. */
const HOSTILE: readonly (readonly [string, Buffer])[] = [
  ["numbers that JSON writes otherwise", Buffer.from('{"a":1.0,"b":1e3,"c":12345678901234567890}\n')],
  ["a name that comes twice", Buffer.from('{"id":1,"id":2}\n')],
  ["CRLF", Buffer.from('{"a":1}\r\n{"b":2}\r\n')],
  ["blank lines", Buffer.from("\n\n \n\t\n")],
  ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x7d, 10])],
  ["U+2028, NUL, a byte order mark", Buffer.from('\uFEFF{"a":"\u2028\u2029\0"}\n')],
  ["no JSON", Buffer.from("Loading model... 50%\rdone\n")],
  ["no final newline", Buffer.from('{"a":1}')],
  ["binary", Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7) % 256))],
  ["nothing", Buffer.alloc(0)],
];

test.each(HOSTILE)("both directions are byte-identical: %s", async (_, bytes) => {
  const frames: Frame[] = [];
  await using opened = await open("cat", { listeners: [(frame) => frames.push(frame)] });
  const { relay, client } = opened;
  client.write(bytes);
  client.end();
  expect(await relay.ended).toEqual({ exitCode: 0, signal: null });
  expect((await client.received).equals(bytes)).toBe(true);
  expect(relay.stats.bytes).toEqual({ to_agent: bytes.length, to_client: bytes.length });
  // Both saw the same lines.
  const seen = (direction: string): unknown[] =>
    frames
      .filter((frame) => frame.direction === direction)
      .map(({ text, head, byteLength }) => [text, head, byteLength]);
  expect(seen("to_client")).toEqual(seen("to_agent"));
});

test("both directions are byte-identical for any bytes, cut anywhere", { timeout: 120_000 }, async () => {
  const chunk = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc
      .string({ unit: fc.constantFrom("{", "}", '"', "\n", "\r", "é", "😀", "a"), minLength: 1 })
      .map((text) => Buffer.from(text)),
    fc.integer({ min: 60_000, max: 200_000 }).map((length) => Buffer.alloc(length, "0123456789\n")),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 12 }), fc.boolean(), async (chunks, isObserved) => {
      const lines: number[] = [];
      const listeners = isObserved ? [(frame: Frame) => lines.push(frame.byteLength)] : [];
      await using opened = await open("cat", { listeners });
      const { relay, client } = opened;
      for (const one of chunks) {
        client.write(Buffer.from(one));
        if (one.length % 3 === 0) await setImmediate();
      }
      client.end();
      await relay.ended;
      const sent = Buffer.concat(chunks);
      expect((await client.received).equals(sent)).toBe(true);
      const count = sent
        .toString("latin1")
        .split("\n")
        .filter((line) => line.trim() !== "" || /[\v\f\u00a0]/.test(line)).length;
      expect(lines.length).toBe(isObserved ? count * 2 : 0);
      expect(relay.stats.lost).toBe(0);
    }),
    { numRuns: 25 },
  );
});

test("the frames are numbered over both directions, in the order of passing", async () => {
  const frames: Frame[] = [];
  await using opened = await open('read a; echo "1:$a"; read b; echo "2:$b"', {
    listeners: [(frame) => frames.push(frame)],
  });
  const { relay, client } = opened;
  client.write("x\n");
  await client.until((soFar) => soFar.includes("1:x"));
  client.write("y\n");
  await relay.ended;
  expect(frames.map(({ seq, direction, text }) => `${seq} ${direction} ${text}`)).toEqual([
    "1 to_agent x",
    "2 to_client 1:x",
    "3 to_agent y",
    "4 to_client 2:y",
  ]);
});

test("nothing is held: half a line reaches the other side", async () => {
  await using opened = await open("cat");
  opened.client.write('{"half');
  await opened.client.until((soFar) => soFar.length > 0);
  expect(opened.client.soFar().toString()).toBe('{"half');
  opened.client.end();
  await opened.relay.ended;
});

test("a client that stops reading stops the agent, and loses nothing", async () => {
  const total = 48 * 2 ** 20;
  await using opened = await open(`head -c ${total} /dev/zero`);
  const { relay, client } = opened;
  await client.until((soFar) => soFar.length > 0);
  client.pipes.output.removeAllListeners("data");
  (client.pipes.output as unknown as { pause(): void }).pause();
  const before = await untilStill(() => relay.stats.bytes.to_client);
  expect(before).toBeLessThan(8 * 2 ** 20);
  let received = 0;
  client.pipes.output.on("data", (chunk: Buffer) => (received += chunk.length));
  (client.pipes.output as unknown as { resume(): void }).resume();
  await relay.ended;
  expect(relay.stats.bytes.to_client).toBe(total);
  expect(received).toBeGreaterThan(total - before);
});

test("an agent that stops reading stops the client, and loses nothing", async () => {
  const bytes = Buffer.alloc(24 * 2 ** 20, "0123456789abcde\n");
  await using opened = await open("read go; sleep 1; wc -c");
  const { relay, client } = opened;
  client.write("go\n");
  const { input } = client.pipes as unknown as { input: NodeJS.WritableStream };
  let at = 0;
  let isBlocked = false;
  while (at < bytes.length) {
    const isTaken = input.write(bytes.subarray(at, (at += 65_536)));
    if (isTaken) continue;
    isBlocked = true;
    await once(input, "drain");
  }
  client.end();
  await relay.ended;
  expect(isBlocked).toBe(true);
  expect(Number((await client.received).toString())).toBe(bytes.length);
});

test("the client's end closes the agent's input, and what it still says is delivered", async () => {
  await using opened = await open("cat >/dev/null; sleep 0.3; echo late words");
  opened.client.write("x\n");
  opened.client.end();
  await opened.relay.ended;
  expect((await opened.client.received).toString()).toBe("late words\n");
});

test("an agent that closes its output and lives on: the client sees the end, and can still speak", async () => {
  await using folder = await createTempFolder();
  const file = folder.file("heard");
  await using opened = await open(`echo bye; exec >&-; read a; printf %s "$a" > '${file}'`);
  expect((await opened.client.received).toString()).toBe("bye\n");
  opened.client.write("still here\n");
  expect(await opened.relay.ended).toEqual({ exitCode: 0, signal: null });
  expect(await readFile(file, "utf8")).toBe("still here");
});

test("an agent that closes its input and lives on goes on speaking", async () => {
  await using opened = await open("exec <&-; sleep 0.2; echo done");
  opened.client.write(Buffer.alloc(2 ** 20, "x"));
  await opened.relay.ended;
  expect((await opened.client.received).toString()).toBe("done\n");
});

test("a process that the agent left behind holds nothing up, and is ended", async () => {
  await using opened = await open("sleep 60 & echo $!");
  await opened.relay.ended;
  const pid = Number((await opened.client.received).toString());
  expect(isAlive(pid)).toBe(false);
});

test("an agent that cannot be started is an error with its reason", async () => {
  const client = createClientEnd();
  const command = { command: "no-such-agent-here", cwd: process.cwd() };
  await expect(createRelay({ command, pipes: client.pipes })).rejects.toMatchObject({ code: "process_not_found" });
});

test("an observer that throws loses its observation and then its place; traffic and the others notice nothing", async () => {
  let thrown = 0;
  const seen: number[] = [];
  const bad = (): void => {
    thrown += 1;
    throw new Error("no");
  };
  await using opened = await open("cat", { listeners: [bad, ({ seq }) => seen.push(seq)] });
  const bytes = Buffer.from('{"a":1}\n'.repeat(100));
  opened.client.write(bytes);
  opened.client.end();
  await opened.relay.ended;
  expect((await opened.client.received).equals(bytes)).toBe(true);
  expect(seen).toHaveLength(200);
  expect(thrown).toBe(16);
  expect(opened.relay.stats.listenerFailures).toBe(16);
});

test("an observer that cannot keep up costs observations, which are counted, and never traffic", async () => {
  const count = 24_000;
  const line = `${JSON.stringify({ text: "x".repeat(990) })}\n`;
  let seen = 0;
  let told = 0;
  const slow = (): void => {
    seen += 1;
    const until = performance.now() + 0.1;
    while (performance.now() < until);
  };
  const script = `process.stdout.write(${JSON.stringify(line)}.repeat(${count}))`;
  const client = createClientEnd();
  const hash = createHash("sha256");
  client.pipes.output.removeAllListeners("data");
  client.pipes.output.on("data", (chunk: Buffer) => hash.update(chunk));
  const relay = await createRelay({
    command: { command: process.execPath, args: ["-e", script], cwd: process.cwd() },
    pipes: client.pipes,
    listeners: [slow],
    onLost: (lost) => (told += lost),
  });
  await relay.ended;
  expect(hash.digest("hex")).toBe(createHash("sha256").update(line.repeat(count)).digest("hex"));
  expect(relay.stats.lost).toBeGreaterThan(0);
  expect(told).toBe(relay.stats.lost);
  expect(seen + relay.stats.lost).toBe(count);
});

/** A zombie, which waits for its parent to look, is not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
  } catch {
    return false;
  }
}

/** The value once it has not changed for a while. */
async function untilStill(read: () => number): Promise<number> {
  let last = -1;
  let stillFor = 0;
  while (stillFor < 10) {
    await delay(50);
    stillFor = read() === last ? stillFor + 1 : 0;
    last = read();
  }
  return last;
}
