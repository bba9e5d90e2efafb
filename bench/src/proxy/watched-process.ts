// A proxy under observation: driven as a client would, with its memory and its CPU read from outside.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunUsage } from "../command-line.ts";
import { environment, programs, reportingProxyArguments } from "./contenders.ts";

const NANOSECONDS_PER_MS = 1e6;
const ANSWER = '{"jsonrpc":"2.0","id"';

export class WatchedProcess implements AsyncDisposable {
  readonly #child: ChildProcess & { stdin: NonNullable<ChildProcess["stdin"]> };
  readonly #file: string;
  readonly #answers: AsyncIterator<string>;
  #stderr = "";
  #id = 0;

  /** The busy agent behind a proxy that observes. */
  constructor(folder: string) {
    this.#file = join(folder, "usage.json");
    const args = [...reportingProxyArguments(), process.execPath, programs.busyAgent];
    const env = { ...environment(folder), PARLEY_BENCH_FILE: this.#file };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "pipe" });
    child.stderr.on("data", (chunk: Buffer) => (this.#stderr += String(chunk)));
    this.#child = child;
    this.#answers = answersOf(child.stdout);
  }

  async open(): Promise<void> {
    await this.#request("initialize", { protocolVersion: 1 });
    await this.#request("session/new", { cwd: "/w", mcpServers: [] });
  }

  async prompt(text: string): Promise<void> {
    await this.#request("session/prompt", { sessionId: "s", prompt: [{ type: "text", text }] });
  }

  /** A reader that discards what it gets. The proxy says where. */
  async readFeed(): Promise<Socket> {
    let port: string | undefined;
    while (port === undefined) {
      port = /feed on [\d.]+:(\d+)/.exec(this.#stderr)?.[1];
      if (this.#child.exitCode !== null) throw new Error(`The proxy ended: ${this.#stderr}`);
      await sleep(10);
    }
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    return socket.resume();
  }

  /** CPU of all its threads so far. Linux says so. */
  async cpuMs(): Promise<number> {
    const folder = `/proc/${this.#child.pid}/task`;
    const threads = await readdir(folder);
    const stats = await Promise.all(threads.map((thread) => readFile(join(folder, thread, "schedstat"), "utf8")));
    return stats.reduce((sum, stat) => sum + Number(stat.split(" ")[0]), 0) / NANOSECONDS_PER_MS;
  }

  /** Ends it as a client does, and says what it had used, and how many messages it did not look at. */
  async end(): Promise<RunUsage & { readonly unseen: number }> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, "exit");
    if (this.#child.exitCode !== 0) throw new Error(`The proxy ended with ${this.#child.exitCode}: ${this.#stderr}`);
    const usage = JSON.parse(await readFile(this.#file, "utf8")) as RunUsage;
    return { ...usage, unseen: Number(/(\d+) messages were forwarded but not analysed/.exec(this.#stderr)?.[1] ?? 0) };
  }

  /** Where a measurement failed, it is still there. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await exited;
  }

  async #request(method: string, params: object): Promise<void> {
    this.#id += 1;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params })}\n`);
    const { done } = await this.#answers.next();
    if (done === true) throw new Error(`The proxy ended: ${this.#stderr}`);
  }
}

async function* answersOf(output: NodeJS.ReadableStream): AsyncGenerator<string> {
  for await (const line of createInterface({ input: output })) if (line.startsWith(ANSWER)) yield line;
}
