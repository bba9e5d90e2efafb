// The built `parley agent`, in a home and a folder of its own.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AgentProcess, type Command } from "./agent-process.ts";

const PARLEY = fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));

/** In the user's environment, which weighs on a bare node as well, but in a home of its own and with no model of theirs. */
export function ownCommand(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Command {
  return {
    command: process.execPath,
    args: [...flags, PARLEY, "agent"],
    cwd: join(folder, "work"),
    env: { ...process.env, PARLEY_HOME: join(folder, "home"), PARLEY_MODEL: "offline/script", ...env },
  };
}

export async function startOwn(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<AgentProcess> {
  await mkdir(join(folder, "work"), { recursive: true });
  const agent = new AgentProcess(ownCommand(folder, env, flags));
  await agent.initialize();
  return agent;
}
