// From nothing to the answers that open a session: what the process used, and how long it took.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inTempFolder } from "../command-line.ts";
import { AgentProcess, type Command } from "./agent-process.ts";
import { ownCommand } from "./own-agent.ts";

export interface Start {
  readonly initializeCpuMs: number;
  readonly newCpuMs: number;
  readonly initializeMs: number;
  readonly newMs: number;
  /** When it has nothing left to do. */
  readonly rssMb: number;
}

/** CPU of a whole `node -e 0` in the environment that our agent gets, as a shell counts it. */
export async function measureBareNode(folder: string): Promise<number> {
  const { command, env } = ownCommand(folder);
  const { stdout } = await promisify(execFile)("bash", ["-c", `"${command}" -e 0; times`], { env });
  const [, children = ""] = stdout.trim().split("\n");
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

/** Undefined where an agent does not open a session. */
export function measureAgentStart(prepare: (folder: string) => Promise<Command> | Command): Promise<Start | undefined> {
  return inTempFolder(async (folder) => {
    const command = await prepare(folder);
    const startedMs = performance.now();
    await using agent = new AgentProcess(command);
    try {
      await agent.initialize();
      const [initializeCpuMs, initializeMs] = [agent.cpuMs(), performance.now() - startedMs];
      await agent.newSession(join(folder, "work"));
      const [newCpuMs, newMs] = [agent.cpuMs(), performance.now() - startedMs];
      await agent.idle();
      return { initializeCpuMs, newCpuMs, initializeMs, newMs, rssMb: agent.rssMb() };
    } catch {
      return undefined; // It wants something that is not here; it is left out of the table.
    }
  });
}
