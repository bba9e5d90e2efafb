// The agent of the command after `--`, with what the catalogue knows about such a program.
import type { AgentLaunch } from "@parley/client";
import { basename, resolve } from "node:path";

/** The name includes the folder, so that it is not mistaken for a registered agent. */
export function nameOfCommand(program: string): string {
  return /[/\\]/.test(program) ? resolve(program) : program;
}

/** The program is not searched for: starting it shows whether it exists. */
export async function agentOfCommand([program = "", ...args]: readonly string[]): Promise<AgentLaunch> {
  const command = nameOfCommand(program);
  const { completeLaunch } = await import("@parley/catalogue/known-agents");
  return completeLaunch({ name: command, title: basename(command), command, args, env: {} });
}
