// Chooses the agent: the command after `--`, or a name. An agent that cannot start is an error; no other is used.
import type { SessionAgent } from "@parley/home/session-log";
import type { AgentLaunch, FindAgent } from "@parley/client";
import { basename, resolve } from "node:path";
import type { CommandContext } from "../command.ts";
import { ownLaunch } from "./own-agent.ts";

export interface AgentChoice {
  /** The name that the user typed, or the program if they gave a full command. */
  readonly name: string;
  readonly find: FindAgent;
}

/** `command` is what followed `--`; it takes precedence over a name. */
export function chooseAgent(context: CommandContext, command?: readonly string[]): AgentChoice {
  const [program, ...args] = command ?? [];
  if (program === undefined)
    return onServer(context, context.settings.agent) ?? byName(context, context.settings.agent);
  return byCommand(program, args);
}

/** The agent of an earlier session, as far as the session's record names it. */
export function agentOfSession(context: CommandContext, agent: SessionAgent): AgentChoice {
  const { name, command, args = [] } = agent;
  const served = onServer(context, name);
  if (served !== undefined) return served;
  if (command === undefined || ownLaunch(name) !== undefined) return byName(context, name);
  if (isPath(name)) return byCommand(command, args);
  return {
    name,
    find: async () => {
      const { findIfKnown } = await import("./find-agent.ts");
      return (await findIfKnown(context, name)) ?? toLaunch(command, args);
    },
  };
}

/** Undefined without a server; with one, all agents come from the server. */
function onServer({ server }: CommandContext, name: string): AgentChoice | undefined {
  if (server === undefined) return undefined;
  return {
    name,
    find: async () => {
      const { bridgeLaunch } = await import("./bridge-launch.ts");
      return bridgeLaunch(server, name);
    },
  };
}

/** The program is not searched for: starting it shows whether it exists. */
function byCommand(program: string, args: readonly string[]): AgentChoice {
  return { name: toCommand(program), find: () => toLaunch(program, args) };
}

/** The name includes the folder, so that it is not mistaken for a registered agent later. */
async function toLaunch(program: string, args: readonly string[]): Promise<AgentLaunch> {
  const command = toCommand(program);
  const { completeLaunch } = await import("@parley/catalogue/known-agents");
  return completeLaunch({ name: command, title: basename(command), command, args, env: {} });
}

function toCommand(program: string): string {
  return isPath(program) ? resolve(program) : program;
}

/** Built-in agents need no lookup, unless the configuration assigns their name to another program. */
function byName(context: CommandContext, name: string): AgentChoice {
  const own = isConfigured(context, name) ? undefined : ownLaunch(name);
  if (own !== undefined) return { name, find: () => Promise.resolve(own) };
  return {
    name,
    find: async () => {
      if (name === "auto" && !isConfigured(context, name)) throw await serverNeeded();
      const { findNamed } = await import("./find-agent.ts");
      return findNamed(context, name);
    },
  };
}

async function serverNeeded(): Promise<Error> {
  const { ParleyError } = await import("@parley/base");
  return new ParleyError({
    code: "agent_not_found",
    message: "--agent auto needs a server, which chooses an agent for each prompt",
    remedy: { label: "Start one", command: "parley serve" },
  });
}

function isPath(text: string): boolean {
  return /[/\\]/.test(text);
}

function isConfigured({ config }: CommandContext, name: string): boolean {
  return [config.user.values["agents"], config.workspace.values["agents"]].some(
    (agents) => typeof agents === "object" && agents !== null && Object.hasOwn(agents, name),
  );
}
