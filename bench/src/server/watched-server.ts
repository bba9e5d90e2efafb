// A server in a process of its own: where it is, what it has used so far. Linux says so.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "../agent/agent-process.ts";

const NANOSECONDS_PER_US = 1e3;
const KIBIBYTES_PER_MB = 1e6 / 1024;
const START_WAIT_MS = 60_000;
const END_WAIT_MS = 10_000;
/** A server that uses less than this in a look is done with what it does after its answers. */
const IDLE_CPU_US = 4_000;
const LOOK_MS = 200;
const OUTPUT_CHARS_MAX = 20_000;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Headers of every request, as they go over the wire. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds the address in what the server has printed so far; undefined while it is not there. */
type FindAddress = (output: string) => Address | undefined;

/** For a server that prints its port where the pattern has a group, on this machine and without a secret. */
export function findByPort(pattern: RegExp): FindAddress {
  return (output) => {
    const port = pattern.exec(output)?.[1];
    return port === undefined ? undefined : { host: "127.0.0.1", port: Number(port), headers: {} };
  };
}

export class WatchedServer implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly address: Address;

  private constructor(child: ChildProcess, address: Address) {
    this.#child = child;
    this.address = address;
  }

  static async start({ command, args, cwd, env }: Command, findAddress: FindAddress): Promise<WatchedServer> {
    const child = spawn(command, [...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const found = new Promise<Address>((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        if (output.length > OUTPUT_CHARS_MAX) return;
        output += String(chunk);
        const address = findAddress(output);
        if (address !== undefined) resolve(address);
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`${command} ended with exit code ${code}: ${output}`)));
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), START_WAIT_MS);
    try {
      return new WatchedServer(child, await found);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Of all its threads. */
  cpuUs(): number {
    const folder = `/proc/${this.#child.pid}/task`;
    const threads = readdirSync(folder).map((task) => readFileSync(`${folder}/${task}/schedstat`, "utf8"));
    return threads.reduce((sum, line) => sum + Number(line.split(" ", 1)[0]), 0) / NANOSECONDS_PER_US;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  descriptors(): number {
    return readdirSync(`/proc/${this.#child.pid}/fd`).length;
  }

  rssMb(): number {
    return this.#memoryMb("VmRSS");
  }

  /** The most it ever had. */
  rssPeakMb(): number {
    return this.#memoryMb("VmHWM");
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Until it has done what it does after its answers. */
  async idle(): Promise<void> {
    for (let [quiet, looks] = [0, 0]; quiet < 2 && looks < END_WAIT_MS / LOOK_MS; looks += 1) {
      const before = this.cpuUs();
      await sleep(LOOK_MS);
      quiet = this.cpuUs() - before < IDLE_CPU_US ? quiet + 1 : 0;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_WAIT_MS);
    await exited;
    clearTimeout(timer);
  }

  #memoryMb(field: string): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / KIBIBYTES_PER_MB;
  }
}
