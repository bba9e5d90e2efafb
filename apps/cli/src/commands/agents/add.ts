// `parley agents add`: registers an ACP agent under a name, in config.json.
import { asInvoked, ParleyError } from "@parley/base";
import type { CustomAgent } from "@parley/catalogue";
import { resolve } from "node:path";
import { toVariable } from "../../arguments/to-variable.ts";
import { addProgram, isRelativePath } from "../../agents/program-catalogue.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice } from "../../output/print.ts";
import type { agentsAddUsage } from "../../usage/agents.ts";

export const run: Run<typeof agentsAddUsage> = async ({ flags, positionals: [name = ""], command }, context) => {
  const [program, ...args] = command ?? [];
  if (program === undefined) {
    const remedy = { label: "For example", command: `parley agents add ${name} -- ./my-agent --acp` };
    throw new ParleyError({ code: "usage", message: "The command that starts the agent is missing", remedy });
  }
  const agent: CustomAgent = {
    // A relative path is resolved now, because the agent may be started from another folder.
    command: isRelativePath(program) ? resolve(program) : program,
    ...(args.length > 0 && { args }),
    ...(flags.env.length > 0 && { env: Object.fromEntries(flags.env.map((text) => toVariable(text, "--env"))) }),
    ...(flags.title !== undefined && { title: flags.title }),
  };
  const { isReplaced } = await addProgram(context, name, agent).catch((error: unknown) => {
    throw inOwnWords(error);
  });
  if (flags.json) printJson({ name, ...agent });
  else
    printNotice(
      asInvoked(`${isReplaced ? "Replaced" : "Added"} ${name}. Start a chat with it: parley chat --agent ${name}`),
    );
  return ExitCodes.endTurn;
};

/** How the fields of an agent are written on the command line. */
const WORDS: Readonly<Record<string, string>> = { name: "NAME", title: "--title", env: "--env" };

/** An invalid field is named as the user wrote it. */
function inOwnWords(error: unknown): unknown {
  if (!(error instanceof ParleyError) || error.code !== "bad_input") return error;
  const message = error.message.replace(/^\/(\w+)[^:]*/, (_, field: string) => WORDS[field] ?? "The command after --");
  return new ParleyError({ code: "usage", message, cause: error });
}
