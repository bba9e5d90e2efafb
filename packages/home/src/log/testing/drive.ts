// Talks to a process that keeps sessions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SessionLogLimits } from "../../limits.ts";
import type { DriverAnswer, DriverCommand } from "./store-driver.main.ts";

export interface Driver extends AsyncDisposable {
  readonly pid: number;
  tell(command: DriverCommand): Promise<DriverAnswer>;
  kill(): Promise<void>;
}

export interface DriverOptions {
  /** No file may grow beyond this, until somebody raises it. */
  readonly fileKibMax?: number;
  readonly limits?: Partial<SessionLogLimits>;
}

/** `program` is the bundled driver. */
export function startDriver(program: string, folder: string, { fileKibMax, limits }: DriverOptions = {}): Driver {
  const node = [process.execPath, program, folder, JSON.stringify(limits ?? {})];
  const [command = "", ...args] =
    fileKibMax === undefined ? node : ["bash", "-c", `ulimit -S -f ${fileKibMax}; exec "$@"`, "bash", ...node];
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    async tell(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error("The driver ended");
      return JSON.parse(value) as DriverAnswer;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
    },
  };
}
