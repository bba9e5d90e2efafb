// From nothing to the answers that open a session: what the process used, and how long it took.
import { join } from "node:path";
import { inTempFolder } from "../command-line.ts";
import { AgentProcess, type Command } from "./agent-process.ts";

export interface Start {
  readonly initializeCpuMs: number;
  readonly newCpuMs: number;
  readonly initializeMs: number;
  readonly newMs: number;
  /** When it has nothing left to do. */
  readonly rssMb: number;
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
