// Talks to a process that has a session's checkpoints.
import { bundleProgram } from "@parley/test-support";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestGround } from "./open-checkpoints.ts";
import type { TurnAnswer, TurnOrder } from "./turn-driver.main.ts";

export interface TurnDriver extends AsyncDisposable {
  readonly pid: number;
  tell(order: TurnOrder): Promise<TurnAnswer>;
  kill(): Promise<void>;
}

/** `fileKibMax`: no file may grow beyond this, as if the disk were full. */
export async function startTurns(ground: TestGround, sessionId: string, fileKibMax?: number): Promise<TurnDriver> {
  const program = await bundleProgram(new URL("turn-driver.main.ts", import.meta.url));
  const node = [process.execPath, program, sessionId, ground.cwd, ground.parleyHome];
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
      return JSON.parse(value) as TurnAnswer;
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
