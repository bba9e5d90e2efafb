// A steady load on several servers: conversations that prompt any of them, each with a follower on another server.
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import type { WatchedServer } from "../server/watched-server.ts";
import { LogReader } from "./log-reader.ts";
import { createSession, send } from "./requests.ts";

/** Turns of a session; then another one takes its place, and it stays unused. */
const TURNS_PER_SESSION = 60;
const UPDATES = 20;
const TEXT_BYTES = 100;
/** That are kept until the next look. */
const REASONS_MAX = 5;

export class SoakLoad implements AsyncDisposable {
  readonly #nodes: readonly WatchedServer[];
  readonly #cwd: string;
  readonly #stopped = new AbortController();
  readonly #working: Promise<unknown>;
  /** Between two turns of a conversation; 0: as fast as it can. */
  readonly #pauseMs: number;
  turns = 0;
  failed = 0;
  /** Of those that failed since the last look. */
  readonly #reasons: string[] = [];

  constructor(nodes: readonly WatchedServer[], cwd: string, conversations: number, turnsPerSecond: number | undefined) {
    this.#nodes = nodes;
    this.#cwd = cwd;
    this.#pauseMs = turnsPerSecond === undefined ? 0 : (conversations / turnsPerSecond) * 1_000;
    this.#working = Promise.all(Array.from({ length: conversations }, (_, index) => this.#work(index)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#working;
  }

  takeReasons(): readonly string[] {
    return this.#reasons.splice(0);
  }

  async #work(index: number): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        await this.#converse(index);
      } catch (cause) {
        this.failed += 1;
        if (this.#reasons.length < REASONS_MAX) this.#reasons.push(inspect(cause));
        await sleep(100);
      }
    }
  }

  async #converse(index: number): Promise<void> {
    const at = (offset: number) => (this.#nodes[(index + offset) % this.#nodes.length] as WatchedServer).address;
    const sessionId = await createSession(at(0), "script", this.#cwd);
    using reader = new LogReader(at(1), sessionId, 0);
    void reader;
    for (let turn = 1; turn <= TURNS_PER_SESSION && !this.#stopped.signal.aborted; turn += 1) {
      const next = sleep(this.#pauseMs);
      const content = `stream ${UPDATES} ${TEXT_BYTES}`;
      const input = [{ role: "user", parts: [{ content_type: "text/plain", content }] }];
      // Two of three prompts reach a server that does not own the session.
      await send(at(turn), "POST", "/runs", { agent_name: "script", session_id: sessionId, input });
      this.turns += 1;
      await next;
    }
  }
}
