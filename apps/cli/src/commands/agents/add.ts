// `parley agents add`: registers an ACP agent under a name, in config.json.
import { asInvoked, ParleyError } from "@parley/base";
import { addCustomAgent, readCustomAgents, showAgent, toAgentError, type CustomAgent } from "@parley/catalogue";
import { resolve } from "node:path";
import { ownLaunch } from "../../client/own-agent.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsAddUsage } from "../../usage/agents.ts";

export const run: Run<typeof agentsAddUsage> = async ({ flags, positionals: [name = ""], command }, context) => {
  const { home, log } = context;
  refuseOwnName(name);
  const [program, ...args] = command ?? [];
  if (program === undefined) {
    const remedy = { label: "For example", command: `parley agents add ${name} -- ./my-agent --acp` };
    throw new ParleyError({ code: "usage", message: "The command that starts the agent is missing", remedy });
  }
  const agent: CustomAgent = {
    // A relative path is resolved now, because the agent may be started from another folder.
    command: /^\.{0,2}[^/\\~$%]*[/\\]/.test(program) && !/^[/\\]|^[A-Za-z]:/.test(program) ? resolve(program) : program,
    ...(args.length > 0 && { args }),
    ...(flags.env.length > 0 && { env: Object.fromEntries(flags.env.map(toVariable)) }),
    ...(flags.title !== undefined && { title: flags.title }),
  };
  const isReplaced = (await readCustomAgents(home)).has(name);
  await checkStarts(name, agent, context);
  await addCustomAgent(home, name, agent);
  log.write("debug", "agent added", { name, isReplaced });
  if (flags.json) printJson({ name, ...agent });
  else
    printNotice(
      asInvoked(`${isReplaced ? "Replaced" : "Added"} ${name}. Start a chat with it: parley chat --agent ${name}`),
    );
  return ExitCodes.endTurn;
};

/** Such a name would hide a built-in agent. */
function refuseOwnName(name: string): void {
  const own = ownLaunch(name);
  if (own === undefined) return;
  const message = `${name} is the name of a built-in agent (${own.title}) and cannot be replaced`;
  const remedy = { label: "Choose another name", command: `parley agents add my-${name} -- COMMAND` };
  throw new ParleyError({ code: "usage", message, remedy });
}

/** An agent that cannot start is refused now rather than on its first use. */
async function checkStarts(name: string, agent: CustomAgent, { home, log }: CommandContext): Promise<void> {
  const custom = new Map([[name, agent]]);
  const report = await showAgent(name, { custom, host: { parleyHome: home }, log });
  if (report !== undefined && report.status.state !== "ready") {
    const { code, message, remedy, cause } = toAgentError(report);
    throw new ParleyError({ code, message: `${message}. Nothing was added`, ...(remedy && { remedy }), cause });
  }
}

function toVariable(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new ParleyError({ code: "usage", message: `--env is ${JSON.stringify(text)}; expected NAME=VALUE` });
}
