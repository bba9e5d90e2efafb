// A running relay: its two lanes, and what happens when the client, the agent or the relay ends.
import { silentLog, type Log } from "@parley/base";
import { findDescendant, type ExitStatus, type GuardedProcess } from "@parley/machine/processes";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createFaultStage } from "../faults/fault-stage.ts";
import type { Direction } from "../frames/frame.ts";
import { FrameListeners } from "./frame-listeners.ts";
import { openLane, type Lane } from "./lane.ts";
import { END_GRACE_MS, GONE_GRACE_MS, GONE_CHECK_MS, QUIET_CHECK_MS, QUIET_MS, SIGNAL_GRACE_MS } from "../limits.ts";
import { PipeOutput, type OnForwarded } from "./pipe-output.ts";
import type { Relay, RelayOptions, RelayStats } from "./relay.ts";
import type { Stage } from "../frames/stage.ts";
import { StagedLane } from "./staged-lane.ts";
import { WatchQueue } from "./watch-queue.ts";

const DIRECTIONS = ["to_agent", "to_client"] as const;

export class RunningRelay implements Relay {
  readonly ended: Promise<ExitStatus>;
  readonly #agent: GuardedProcess;
  readonly #options: RelayOptions;
  readonly #log: Log;
  readonly #listeners: FrameListeners;
  readonly #queue: WatchQueue | undefined;
  readonly #outputs: Readonly<Record<Direction, PipeOutput>>;
  readonly #lanes: Readonly<Record<Direction, Lane>>;
  readonly #parentPid: number = process.ppid;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isOver = false;

  constructor(agent: GuardedProcess, options: RelayOptions) {
    this.#agent = agent;
    this.#options = options;
    this.#log = options.log ?? silentLog;
    this.#listeners = new FrameListeners(options.listeners ?? [], this.#log);
    this.#queue = this.#listeners.isEmpty ? undefined : this.#createQueue();
    const { input, output } = options.pipes;
    this.#outputs = {
      to_agent: new PipeOutput(agent.stdin, this.#createOnForwarded("to_agent")),
      to_client: new PipeOutput(output, this.#createOnForwarded("to_client")),
    };
    this.#lanes = {
      to_agent: this.#openLane("to_agent", input),
      to_client: this.#openLane("to_client", agent.stdout),
    };
    void this.#lanes.to_agent.ended.then(() => this.#watchClient());
    void this.#lanes.to_client.ended.then((end) => this.#outputEnded(end));
    this.ended = this.#run();
  }

  get pid(): number {
    return this.#agent.pid;
  }

  get stats(): RelayStats {
    return {
      bytes: { to_agent: this.#outputs.to_agent.byteCount, to_client: this.#outputs.to_client.byteCount },
      lost: this.#queue?.lost ?? 0,
      listenerFailures: this.#listeners.failures,
      refused: this.#options.policy?.refused ?? 0,
    };
  }

  signal(name: NodeJS.Signals): void {
    this.#send(name);
    this.#later(SIGNAL_GRACE_MS, () => void this.#end());
  }

  async close(): Promise<void> {
    await this.#end();
    await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run(): Promise<ExitStatus> {
    const status = await this.#agent.exited;
    await this.#drain();
    // Processes that it left behind would outlive it otherwise.
    await this.#agent.end();
    await this.#lanes.to_client.ended;
    this.#options.pipes.input.destroy();
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#queue?.settled();
    return status;
  }

  /** The agent has exited; its last output may still be in the pipe, or waiting for a slow client. */
  async #drain(): Promise<void> {
    const { to_client: lane } = this.#lanes;
    let [chunks, sinceMs] = [lane.chunks, performance.now()];
    const ended = lane.ended.then(() => true);
    while (!(await Promise.race([ended, delay(QUIET_CHECK_MS, false, { ref: true })]))) {
      const nowMs = performance.now();
      if (lane.chunks !== chunks) [chunks, sinceMs] = [lane.chunks, nowMs];
      if (lane.isHeldUp || nowMs - sinceMs <= QUIET_MS) continue;
      // A process that the agent left behind keeps the pipe open without writing.
      lane.stop();
      return;
    }
  }

  #send(name: NodeJS.Signals): void {
    const { pid, tree } = this.#agent;
    if (!tree.isRunning()) return;
    // In a sandbox our child is bubblewrap, and a signal to it would kill the agent without reaching it.
    process.kill(findDescendant(pid, tree.levels) ?? pid, name);
  }

  async #end(): Promise<void> {
    await this.#agent.end({ graceMs: END_GRACE_MS });
    // Closing does not wait for a client that does not read.
    this.#lanes.to_client.stop();
    this.#options.pipes.output.destroy();
  }

  #openLane(direction: Direction, source: Readable): Lane {
    const output = this.#outputs[direction];
    const stages = this.#createStages(direction);
    // Withheld messages are observed, too: a recording shows what the agent asked for.
    const look = (bytes: Buffer): void => this.#queue?.push(direction, bytes);
    const onFailure = (cause: unknown): void => {
      this.#log.write("error", "The relay stops because a stage failed", { direction, cause: String(cause) });
      void this.#end();
    };
    const lane =
      stages.length === 0 ? openLane({ source, output }) : new StagedLane({ source, output, look, stages, onFailure });
    void lane.ended.then(() => this.#queue?.end(direction));
    return lane;
  }

  #createOnForwarded(direction: Direction): OnForwarded | undefined {
    const queue = this.#queue;
    const push: OnForwarded | undefined =
      queue === undefined ? undefined : (bytes, length) => queue.push(direction, bytes, length);
    const { policy } = this.#options;
    if (policy === undefined || direction === "to_client") return push;
    return (bytes, length) => {
      // At once: the agent may ask for a file as soon as it knows the session folder.
      policy.readClient(bytes.subarray(0, length));
      push?.(bytes, length);
    };
  }

  #createStages(direction: Direction): readonly Stage[] {
    const { policy, faults = [], faultSeed } = this.#options;
    const stages: Stage[] = [];
    if (policy !== undefined && direction === "to_client") {
      stages.push(policy.createStage((line) => this.#answer(line)));
    }
    const fault = createFaultStage(faults, direction, {
      seed: faultSeed,
      kill: () => this.#send("SIGKILL"),
      cut: () => this.#cut(),
    });
    return fault === undefined ? stages : [...stages, fault];
  }

  /** Sends a response to the agent in place of the client. */
  #answer(line: Buffer): void {
    if (this.#outputs.to_agent.isOpen) this.#outputs.to_agent.insert(line);
  }

  /** As if the connection had broken: both sides see it closed. */
  #cut(): void {
    for (const direction of DIRECTIONS) {
      this.#outputs[direction].end();
      this.#lanes[direction].stop();
    }
    this.#later(GONE_GRACE_MS, () => void this.#end());
  }

  #outputEnded(end: "source" | "output"): void {
    if (end === "output" && !this.#outputs.to_agent.isOpen) this.#clientIsGone();
  }

  /** The client has closed its output, and may still read. */
  #watchClient(): void {
    if (this.#isOver) return;
    if (this.#options.pipes.output.destroyed) this.#clientIsGone();
    const timer = setInterval(() => {
      // The parent process is gone, so there is no client that reads the output.
      if (process.ppid === this.#parentPid) return;
      clearInterval(timer);
      this.#clientIsGone();
    }, GONE_CHECK_MS);
    this.#timers.add(timer);
  }

  #clientIsGone(): void {
    this.#later(GONE_GRACE_MS, () => void this.#end());
  }

  #later(ms: number, action: () => void): void {
    if (!this.#isOver) this.#timers.add(setTimeout(action, ms));
  }

  #createQueue(): WatchQueue {
    const { clock, onLost } = this.#options;
    return new WatchQueue({
      clock,
      onFrame: (frame) => this.#listeners.notify(frame),
      onLost: (count) => {
        try {
          onLost?.(count);
        } catch (cause) {
          this.#log.write("warn", "Reporting lost messages failed", { cause: String(cause) });
        }
      },
    });
  }
}
