// `parley chat`: a conversation in the terminal; piped input is a single prompt, as for `parley run`.
import type { SessionInfo } from "@parley/home/session-log";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Arguments } from "../arguments/usage.ts";
import { DeferredAsk } from "../chat/deferred-ask.ts";
import { agentOfSession, chooseAgent } from "../client/choose-agent.ts";
import { openClient } from "../client/open-client.ts";
import { toSessionSetup } from "../client/session-setup.ts";
import type { CommandContext, Run } from "../command.ts";
import { attach } from "../server/attach.ts";
import type { RunChatOptions } from "../chat/run-chat.ts";
import type { SessionSetup } from "@parley/client";
import type { chatUsage } from "../usage/chat.ts";

/** Starting a process takes a few turns of the event loop, during which nothing heavy should load. */
const HEAD_START_MS = 15;

type Args = Arguments<typeof chatUsage>;

export const run: Run<typeof chatUsage> = async (args, alone) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return runOnce(args, alone);
  const context = await attach(args.flags, alone);
  const known = await findKnown(args, context);
  const setup = await toSessionSetup(args.flags, context);
  const actions = new DeferredAsk();
  if (context.server !== undefined) {
    const { connectHub } = await import("../hub/connect-hub.ts");
    const access = await connectHub(args.flags, context, actions.log);
    const { HubHost } = await import("../chat/hub-host.ts");
    const { bringFromTerminal } = await import("../conversation/session-environment.ts");
    const { home, cwd } = context;
    const bring = bringFromTerminal({ server: access.server, home, cwd, command: args.command });
    const agent = toHubAgent(context.settings.agent);
    const host = new HubHost(access, { setup: { ...setup, bring }, agent, ask: actions.ask });
    return runWith(args, context, { actions, known, setup, host });
  }
  const agent = known === undefined ? chooseAgent(context, args.command) : agentOfSession(context, known.agent);
  const folders = [known?.cwd ?? context.cwd, ...(setup.additionalFolders ?? [])];
  await using client = openClient({ ...context, log: actions.log }, { agent, ask: actions.ask, folders });
  // The agent's process starts first, and the drawing code loads while it boots.
  await sleep(HEAD_START_MS);
  const { LocalHost } = await import("../chat/local-host.ts");
  const host = new LocalHost(client, {
    context,
    setup,
    deferred: actions,
    connect: (choice, ask, log) => openClient({ ...context, log }, { agent: choice, ask, folders }),
  });
  return await runWith(args, context, { actions, known, setup, host });
};

type Parts = Pick<RunChatOptions, "actions" | "known" | "host"> & { readonly setup: Pick<SessionSetup, "name"> };

async function runWith(args: Args, context: CommandContext, { setup, ...parts }: Parts): Promise<number> {
  const { runChat } = await import("../chat/run-chat.ts");
  return runChat({
    context,
    ...parts,
    name: setup.name,
    prompt: args.positionals.length === 0 ? undefined : args.positionals.join(" "),
    historyPath: join(context.home, "history"),
  });
}

/** A hub lists the modes of the built-in agent, one of which is the default. */
function toHubAgent(name: string): string | undefined {
  return name === "parley" ? undefined : name;
}

/** A chat needs a terminal for input and output; without one, the command runs a single prompt. */
async function runOnce({ flags, positionals, command }: Args, context: CommandContext): Promise<number> {
  const { run: runPrompt } = await import("./run.ts");
  const oneTurn = {
    approve: undefined,
    format: undefined,
    file: [],
    detach: false,
    verbose: false,
    "json-schema": undefined,
  } as const;
  return runPrompt({ flags: { ...flags, ...oneTurn }, positionals, command }, context);
}

/** The session to resume, if the flags name one; it also determines the agent to start. */
async function findKnown({ flags, command }: Args, context: CommandContext): Promise<SessionInfo | undefined> {
  if (flags.session === undefined && !flags.continue && flags.name === undefined) return undefined;
  const { findNamedSession } = await import("../client/find-session.ts");
  // On a hub, a command continues a session whose own command the hub no longer has.
  return findNamedSession({ ...flags, command: context.server === undefined ? command : undefined }, context);
}
