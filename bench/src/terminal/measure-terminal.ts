// What the chat in a terminal costs its process: the echo of a key, streamed chunks while someone types, a long session.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { join } from "node:path";
import { drawingShareOf } from "./drawing-share.ts";
import { fileURLToPath } from "node:url";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { toStream } from "../server/surfaces.ts";
import type { WatchedServer } from "../server/watched-server.ts";

const PARLEY =
  process.env["PARLEY_BENCH_CLI"] ?? fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));
const READY = "Describe a task";
const CTRL_U = "\u0015";
/** Keys of one line, before it is cleared. */
const LINE_KEYS = 40;

export interface TerminalCounts {
  readonly keys: number;
  readonly chunks: number;
  readonly messages: number;
}

export interface TerminalSample {
  /** From the key to the bytes on the terminal. */
  readonly echoMs: number;
  readonly echoP99Ms: number;
  readonly keyCpuMs: number;
  /** Of the chat's process, from the prompt to the end of the turn. */
  readonly streamCpuMs: number;
  readonly streamMs: number;
  readonly lostKeys: number;
  /** Of the chat's process, for drawing alone, in a session that only streams; and how long the chunks took to arrive. */
  readonly drawingCpuMs: number;
  readonly drawnMs: number;
  /** Of the chat's process until a new session is ready, and until the long one is. */
  readonly startCpuMs: number;
  readonly resumeCpuMs: number;
  readonly resumeMs: number;
}

export async function measureTerminal(
  server: WatchedServer,
  folder: string,
  sessionId: string,
  counts: TerminalCounts,
): Promise<TerminalSample> {
  return {
    ...(await measureTyping(server, folder, counts)),
    ...(await measureDrawing(server, folder, counts)),
    ...(await measureResume(server, folder, sessionId, counts)),
  };
}

async function measureTyping(server: WatchedServer, folder: string, { keys, chunks }: TerminalCounts) {
  using chat = openChat(server, folder, []);
  await chat.sees(READY);
  const startCpuMs = cpuMsOf(chat.pid);
  const took: number[] = [];
  let line = "";
  for (let key = 0; key < keys; key += 1) {
    if (line.length === LINE_KEYS) {
      chat.types(CTRL_U);
      await chat.sees(READY);
      line = "";
    }
    const letter = letterAt(key);
    line += letter;
    const startedAt = performance.now();
    chat.types(letter);
    await chat.sees(line);
    took.push(performance.now() - startedAt);
  }
  const keyCpuMs = (cpuMsOf(chat.pid) - startCpuMs) / keys;
  chat.types(CTRL_U);
  await chat.sees(READY);
  const sorted = took.toSorted((one, other) => one - other);
  const stream = await measureStream(chat, chunks);
  return {
    echoMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    echoP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    keyCpuMs,
    startCpuMs,
    ...stream,
  };
}

/** Types while the chunks arrive: every key has to be in the input at the end. */
async function measureStream(chat: PseudoTerminal, chunks: number) {
  const before = cpuMsOf(chat.pid);
  const startedAt = performance.now();
  chat.types(`${toStream(chunks)}\r`);
  await chat.sees("chunk 1");
  let typed = "";
  const typing = setInterval(() => {
    if (typed.length === LINE_KEYS) return;
    const letter = letterAt(typed.length);
    chat.types(letter);
    typed += letter;
  }, 20);
  await chat.sees(`chunk ${chunks}`);
  const streamMs = performance.now() - startedAt;
  const streamCpuMs = cpuMsOf(chat.pid) - before;
  clearInterval(typing);
  // One more key draws the whole row.
  chat.types("!");
  const isWhole = await chat.sees(`${typed}!`).then(
    () => true,
    () => false,
  );
  return { streamMs, streamCpuMs, lostKeys: isWhole ? 0 : typed.length };
}

/** Profiled, which takes some time itself, so that it is a chat of its own. */
async function measureDrawing(server: WatchedServer, folder: string, { chunks }: TerminalCounts) {
  const profile = mkdtempSync(join(folder, "profile-"));
  using chat = openChat(server, folder, [], ["--cpu-prof", `--cpu-prof-dir=${profile}`]);
  await chat.sees(READY);
  const [cpuMs, fromUs] = [cpuMsOf(chat.pid), nowUs()];
  chat.types(`${toStream(chunks)}\r`);
  await chat.sees(`chunk ${chunks}`);
  const [streamCpuMs, toUs] = [cpuMsOf(chat.pid) - cpuMs, nowUs()];
  chat.types("/exit\r");
  await chat.exited;
  return {
    drawnMs: (toUs - fromUs) / 1_000,
    drawingCpuMs: streamCpuMs * drawingShareOf(profile, fromUs, toUs),
  };
}

/** Not in words that the screen shows anyway. */
function letterAt(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + (index % 26));
}

async function measureResume(server: WatchedServer, folder: string, sessionId: string, { messages }: TerminalCounts) {
  const startedAt = performance.now();
  using chat = openChat(server, folder, ["--session", sessionId]);
  await chat.sees(`Answer ${messages / 2}.`);
  await chat.sees(READY);
  return { resumeMs: performance.now() - startedAt, resumeCpuMs: cpuMsOf(chat.pid) };
}

function openChat(
  { address: { host, port, headers } }: WatchedServer,
  folder: string,
  args: readonly string[],
  nodeFlags: readonly string[] = [],
) {
  const env = {
    ...(process.env as Record<string, string>),
    PARLEY_HOME: join(folder, "home"),
    PARLEY_SERVER: `http://${host}:${port}`,
    PARLEY_TOKEN: headers["Authorization"]?.replace("Bearer ", "") ?? "",
    PARLEY_AGENT: "script",
    TERM: "xterm-256color",
  };
  return new PseudoTerminal(process.execPath, [...nodeFlags, PARLEY, "chat", ...args], {
    cwd: join(folder, "work"),
    env,
  });
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Of all threads of the process; Linux says so. */
function cpuMsOf(pid: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  }
  return ns / 1e6;
}
