// `parley agents add`: a program that speaks ACP gets a name of its own, in config.json.
import { ParleyError } from "@parley/base";
import { addCustomAgent, type CustomAgent } from "@parley/client/agents";
import { resolve } from "node:path";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, say } from "../../output/print.ts";
import type { agentsAddUsage } from "../../usage/agents.ts";

export const run: Run<typeof agentsAddUsage> = async ({ flags, positionals: [name = ""], command }, { home }) => {
  const [program, ...args] = command ?? [];
  if (program === undefined) {
    const remedy = { label: "For example", command: `parley agents add ${name} -- ./my-agent --acp` };
    throw new ParleyError({ code: "usage", message: "The command that starts it is missing", remedy });
  }
  const agent: CustomAgent = {
    // What a relative path means depends on the folder; this one is meant.
    command: /^\.{0,2}[^/\\~$%]*[/\\]/.test(program) && !/^[/\\]|^[A-Za-z]:/.test(program) ? resolve(program) : program,
    ...(args.length > 0 && { args }),
    ...(flags.env.length > 0 && { env: Object.fromEntries(flags.env.map(toVariable)) }),
    ...(flags.title !== undefined && { title: flags.title }),
  };
  await addCustomAgent(home, name, agent);
  if (flags.json) printJson({ name, ...agent });
  else say(`Added ${name}. Talk to it: parley chat --agent ${name}`);
  return ExitCodes.endTurn;
};

function toVariable(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new ParleyError({ code: "usage", message: `--env is ${JSON.stringify(text)}; expected NAME=VALUE` });
}
