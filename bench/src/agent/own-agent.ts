// The built `parley agent`, in a home and a folder of its own.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AgentProcess, type Command } from "./agent-process.ts";

const PARLEY = fileURLToPath(new URL("../../../apps/cli/dist/parley.cjs", import.meta.url));

/** Nothing of the user's: no key, no server, no settings. */
export function ownCommand(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Command {
  return {
    command: process.execPath,
    args: [...flags, PARLEY, "agent"],
    cwd: join(folder, "work"),
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      PARLEY_HOME: join(folder, "home"),
      OLLAMA_HOST: "127.0.0.1:9",
      ...env,
    },
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
