// The feed: what strangers send to its port, what a proven publisher publishes, and what a reader is sent.
import { silentLog } from "@parley/base";
import { createWatchState, FeedMirror, readFeedLine } from "@parley/observe";
import { connectToFeed, openFeed, readToken, type Feed } from "@parley/observe/feed";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { openRawReader } from "../../../packages/observe/src/feed/testing/raw-reader.ts";
import { createNonce, prove } from "../../../packages/observe/src/feed/token.ts";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";

interface Input {
  readonly to: "port" | "publisher" | "reader";
  readonly bytes: Bytes;
}

const REQUESTS = [
  { type: "hello", version: 2, role: "reader", nonce: "n" },
  { type: "hello", version: 1, role: "reader" },
  { type: "request_snapshot", session_id: "s" },
  { type: "set_stream_filter", session_id: "s", session_mode: "single_agent" },
  { type: "rpc", id: "1", method: "list_sessions", params: {} },
  { type: "prove", publisherId: "p", proof: "x" },
];
const FILE = { path: "src/a.ts", heat: 1, in_context: true, last_action: "write", turn_accessed: 1, timestamp_ms: 5 };
const OF = { agent_id: "a", session_id: "s", session_mode: "single_agent" };
const SESSION = {
  type: "session",
  agentId: "a",
  sessionId: "s",
  seq: 1,
  fields: {
    title: "t",
    cwd: "/repo",
    turn: 1,
    isBusy: true,
    toolCalls: [{ id: "t", title: "Write", kind: "edit", status: "completed" }],
  },
  files: [{ path: "src/a.ts", heat: 1, isInContext: true, lastAction: "write", turn: 1, atMs: 5 }],
};
const MESSAGES = [
  SESSION,
  { ...SESSION, type: "change", removed: ["src/b.ts"], blocked: [{ path: "x", action: "read", atMs: 1 }] },
  { type: "gone", agentId: "a", sessionId: "s" },
  { type: "welcome", version: 2, mayChange: true, pid: 1 },
  { type: "ready" },
  { type: "rpc_result", id: "1", result: {} },
  { type: "rpc_error", id: "1", error: { code: 404, message: "no" } },
  { type: "snapshot", ...OF, seq: 1, nodes: { "src/a.ts": FILE } },
  { type: "delta", ...OF, seq: 2, updates: [FILE], removed: ["src/b.ts"] },
  { type: "usage", ...OF, used: 5, size: 10, cost: { amount: 1, currency: "USD" } },
  { type: "blocked", ...OF, path: "x", action: "write", timestamp_ms: 1 },
];
const linesOf = (samples: readonly unknown[]): fc.Arbitrary<Uint8Array> =>
  fc
    .array(mutated(samples), { minLength: 1, maxLength: 5 })
    .map((values) => Buffer.from(values.map((value) => `${toJson(value)}\n`).join("")));

/** As one that reconnects. */
const ATTEMPTS_MAX = 5;

function read(text: string): void {
  const picture = new FeedMirror();
  for (const line of text.split("\n")) {
    const message = readFeedLine(line);
    if (message !== undefined) picture.apply(message);
  }
  JSON.stringify(picture.sessions);
}

async function stranger(feed: Feed, bytes: Buffer): Promise<void> {
  using reader = await openRawReader(feed.address);
  reader.socket.write(bytes);
  reader.send(`\n${JSON.stringify({ type: "rpc", id: "sent", method: "no_such_method" })}\n`);
  // It is answered, or the connection is closed for what was sent before.
  await Promise.race([reader.lines.find("an answer", (line) => line.includes('"sent"')), reader.closed]);
}

async function publisher(feed: Feed, home: string, bytes: Buffer): Promise<void> {
  using reader = await openRawReader(feed.address);
  const nonce = createNonce();
  reader.send({ type: "hello", version: 2, role: "publisher", nonce });
  const isCut = reader.closed.then(() => undefined);
  const challenge = await Promise.race([reader.find("challenge"), isCut]);
  // On a busy machine this process may be slower than the feed is patient.
  if (challenge === undefined) return;
  const token = await readToken(home, silentLog);
  const proof = prove(token, "publisher", nonce, String(challenge["nonce"]));
  reader.send({ type: "prove", publisherId: "fuzz", proof });
  if ((await Promise.race([reader.find("welcome"), isCut])) === undefined) return;
  const written = new Promise((resolve) => reader.socket.write(bytes, resolve));
  await Promise.race([written, reader.closed]);
}

/** One who reads honestly gets everything, whatever others did. */
async function checkReader(feed: Feed, home: string): Promise<void> {
  const token = await readToken(home, silentLog);
  let end = "";
  for (let attempt = 0; end !== "ready" && attempt < ATTEMPTS_MAX; attempt += 1) end = await readOnce(feed, token);
  if (end !== "ready") throw new BrokenPromise(`an honest reader is turned away: ${end}`);
}

function readOnce(feed: Feed, token: string): Promise<string> {
  return new Promise((resolve) => {
    const reader = connectToFeed(feed.address, {
      token,
      reconnects: false,
      onMessage: ({ type }) => {
        if (type !== "ready") return;
        reader.close();
        resolve("ready");
      },
      onState: ({ type }) => {
        if (type === "away" || type === "refused") resolve(type);
      },
    });
  });
}

export const feed = defineTarget<Input>({
  name: "feed",
  count: 120,
  inputs: fc.oneof(
    fc.record({ to: fc.constant("port" as const), bytes: editedBytes(linesOf(REQUESTS)) }),
    fc.record({ to: fc.constant("publisher" as const), bytes: editedBytes(linesOf(MESSAGES)) }),
    fc.record({ to: fc.constant("reader" as const), bytes: editedBytes(linesOf(MESSAGES)) }),
  ),
  async open() {
    const home = await createTempFolder();
    const opened = await openFeed({
      home: home.path,
      port: 0,
      limits: { publisherGraceMs: 50, helloWaitMs: 20, tokenWaitMs: 500 },
    });
    opened.publish(createWatchState({ agentId: "own" }));
    return {
      async play({ to, bytes }) {
        const buffer = fromBytes(bytes);
        if (to === "reader") return read(buffer.toString("utf8"));
        await (to === "port" ? stranger(opened, buffer) : publisher(opened, home.path, buffer));
        await checkReader(opened, home.path);
      },
      async [Symbol.asyncDispose]() {
        await opened.close();
        await home[Symbol.asyncDispose]();
      },
    };
  },
});
