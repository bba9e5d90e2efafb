// One server of the world: the built command, behind a relay for its clients, to be killed, paused and started again.
import { createMarker, type Marker } from "@parley/test-support";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Place, RunOptions } from "../../e2e/run-parley.ts";
import { serve, type Served } from "../../e2e/serve/served.ts";
import { RETRY_MS, START_TRIES_MAX } from "../limits.ts";
import { Relay } from "./relay.ts";

export interface NodeOptions {
  readonly name: string;
  readonly place: Place;
  readonly args: readonly string[];
  readonly run: RunOptions;
  /** Every server has the same, so that a client may talk to any of them. */
  readonly token: string;
}

export class ChaosNode implements AsyncDisposable {
  readonly name: string;
  readonly clients: Relay;
  readonly #options: NodeOptions;
  readonly #marker: Marker;
  #served: Served | undefined;
  /** Starting and ending, one after the other. */
  #work: Promise<void> = Promise.resolve();

  private constructor(options: NodeOptions, clients: Relay) {
    this.name = options.name;
    this.#options = options;
    this.#marker = createMarker();
    this.clients = clients;
  }

  static async open(options: NodeOptions): Promise<ChaosNode> {
    const home = options.run.env?.["PARLEY_HOME"] ?? options.place.home;
    await writeFile(join(home, "token"), `${options.token}\n`, { mode: 0o600 });
    const node = new ChaosNode(options, await Relay.open(1));
    await node.start();
    return node;
  }

  /** Through the relay. */
  get url(): string {
    return `http://127.0.0.1:${this.clients.port}`;
  }

  get token(): string {
    return this.#options.token;
  }

  /** Past the relay, for those who look at the result. */
  get direct(): Served {
    if (this.#served === undefined) throw new Error(`${this.name} is not running`);
    return this.#served;
  }

  get isRunning(): boolean {
    return this.#served !== undefined;
  }

  /** Tries until it runs: its database, or its disk, may not be there yet. */
  start(): Promise<void> {
    return this.#next(async () => {
      if (this.#served !== undefined) return;
      const { place, args, run } = this.#options;
      const env = { ...run.env, ...this.#marker.env };
      for (let tries = 1; this.#served === undefined; tries += 1) {
        try {
          this.#served = await serve(place, args, { ...run, env });
        } catch (error) {
          if (tries >= START_TRIES_MAX) throw error;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
      this.clients.retarget(Number(new URL(this.#served.url).port));
    });
  }

  /** Resolves when it has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    return this.#next(async () => {
      const served = this.#served;
      this.#served = undefined;
      if (served === undefined) return;
      served.running.child.kill("SIGCONT");
      await served.end(signal);
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#served?.running.child.kill(signal);
  }

  /** The server's own process, what it started, and what those started. */
  async processes(): Promise<readonly { readonly pid: number; readonly command: string }[]> {
    return (await this.#marker.find()).map((pid) => ({ pid, command: commandOf(pid) }));
  }

  /** Agents and what else the server started. */
  async children(): Promise<readonly number[]> {
    const own = this.#served?.pid;
    return (await this.processes()).flatMap(({ pid }) => (pid === own ? [] : [pid]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
    await this.#marker.reap();
    await this.clients[Symbol.asyncDispose]();
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return `process ${pid}`; // It has just ended.
  }
}
