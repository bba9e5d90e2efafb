// The end of an agent: by the end of its input, and by its client.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { DriverOptions } from "../driver/driver.ts";
import { EOF_MS, EOF_TRIES, GONE_MS } from "../limits.ts";
import { must, type Check } from "./check.ts";

export const eof: Check = {
  holds: `a process with a session exits within ${EOF_MS} ms after its input did`,
  async run(scene) {
    // A busy machine may be slow now and then.
    for (let tries = 0; tries < EOF_TRIES; tries += 1) {
      if (await endsWithItsInput(scene.options)) return undefined;
    }
    return { absent: `it is still there ${EOF_MS} ms after its input ended` };
  },
};

async function endsWithItsInput({ command, args, env, cwd }: DriverOptions): Promise<boolean> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(child, "exit").then(() => true);
  child.stdin.on("error", () => undefined); // It has exited; its exit code says why.
  const lines = createInterface({ input: child.stdout });
  const ask = (id: number, method: string, params: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const answered = new Promise<void>((resolve) => {
      lines.on("line", (line) => {
        if (isAnswer(line, id)) resolve();
      });
    });
    return Promise.race([answered, exited]);
  };
  try {
    await ask(0, "initialize", { protocolVersion: 1, clientCapabilities: {} });
    await ask(1, "session/new", { cwd, mcpServers: [] });
    must(child.exitCode === null, "it ended before its input did");
    child.stdin.end();
    return await Promise.race([exited, sleep(EOF_MS, false, { ref: false })]);
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
}

/** What else an agent writes there is none of ours. */
function isAnswer(line: string, id: number): boolean {
  try {
    const message = JSON.parse(line) as Record<string, unknown>;
    return message["id"] === id && message["method"] === undefined;
  } catch {
    return false;
  }
}

export const exit: Check = {
  holds: "when the agent is closed, none of its processes is left",
  async run(scene) {
    await scene.closeDriver();
    const left = await scene.processes.waitForNone(() => true, GONE_MS);
    must(left.length === 0, `left running: ${left.join("; ")}`);
    return undefined;
  },
};
