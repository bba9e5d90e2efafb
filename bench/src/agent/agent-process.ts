// An agent in a process of its own, spoken to in bare lines, and what it has used so far. Linux says so.
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Answer = Readonly<Record<string, unknown>>;

const NANOSECONDS_PER_MS = 1e6;
const KIBIBYTES_PER_MB = 1e6 / 1024;
/** An agent that uses less than this in a look is done with what it does after an answer. */
const IDLE_CPU_MS = 2;
const LOOK_MS = 200;
const IDLE_WAIT_MS = 30_000;
/** A measurement that takes longer has gone wrong, and would wait for ever. */
const ANSWER_WAIT_MS = 120_000;
/** An answer begins so; updates have a method before their parameters. */
const HEAD_CHARS = 60;
const CHUNK = '"agent_message_chunk"';

export class AgentProcess implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #gone: Promise<Answer>;
  #id = 0;
  #rest = "";
  /** When the first piece of a message came since it was last asked for. */
  #firstChunkMs: number | undefined;

  constructor({ command, args, cwd, env }: Command) {
    this.#child = spawn(command, [...args], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
    this.#gone = once(this.#child, "exit").then(() => ({ error: "It ended" }));
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    this.#child.stdin.on("error", () => undefined); // The pending requests are rejected.
  }

  /** Rejects with the error that the agent gave. */
  async request<Result = Answer>(method: string, params: unknown): Promise<Result> {
    const id = this.#id++;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const late = new AbortController();
    const slow = sleep(ANSWER_WAIT_MS, { error: "It took too long" }, { signal: late.signal }).catch(() => ({}));
    const answer: Answer = await Promise.race([answered, this.#gone, slow]);
    late.abort();
    if ("error" in answer) throw new Error(`${method}: ${JSON.stringify(answer["error"])}`);
    return answer["result"] as Result;
  }

  initialize(): Promise<unknown> {
    return this.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  }

  async newSession(cwd: string): Promise<string> {
    return (await this.request<{ sessionId: string }>("session/new", { cwd, mcpServers: [] })).sessionId;
  }

  prompt(sessionId: string, text: string): Promise<unknown> {
    this.#firstChunkMs = undefined;
    return this.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  }

  /** By `performance.now()`, since the last prompt. */
  get firstChunkMs(): number {
    return this.#firstChunkMs ?? Number.NaN;
  }

  /** Of all its threads. */
  cpuMs(): number {
    const folder = `/proc/${this.#child.pid}/task`;
    const threads = readdirSync(folder).map((task) => readFileSync(`${folder}/${task}/schedstat`, "utf8"));
    return threads.reduce((sum, line) => sum + Number(line.split(" ", 1)[0]), 0) / NANOSECONDS_PER_MS;
  }

  rssMb(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / KIBIBYTES_PER_MB;
  }

  /** Until it has done what it does after its answers. */
  async idle(): Promise<void> {
    const endMs = performance.now() + IDLE_WAIT_MS;
    for (let quiet = 0; quiet < 2 && performance.now() < endMs;) {
      const before = this.cpuMs();
      await sleep(LOOK_MS);
      quiet = this.cpuMs() - before < IDLE_CPU_MS ? quiet + 1 : 0;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), IDLE_WAIT_MS / 6);
    await this.#gone;
    clearTimeout(timer);
  }

  /** Updates are not parsed: to do so would cost more than the agent, and take its time on a small machine. */
  #take(text: string): void {
    if (this.#firstChunkMs === undefined && text.includes(CHUNK)) this.#firstChunkMs = performance.now();
    const all = this.#rest + text;
    let start = 0;
    for (let end = all.indexOf("\n"); end !== -1; end = all.indexOf("\n", start)) {
      if (!all.slice(start, Math.min(end, start + HEAD_CHARS)).includes('"method"'))
        this.#answer(all.slice(start, end));
      start = end + 1;
    }
    this.#rest = all.slice(start);
  }

  #answer(line: string): void {
    let answer: Answer;
    try {
      answer = JSON.parse(line) as Answer;
    } catch {
      return; // Some agents also write lines that are not messages.
    }
    const id = Number(answer["id"]);
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
