// `parley chat`: a conversation in the terminal; piped input is a single prompt, as for `parley run`.
import { join } from "node:path";
import type { Arguments } from "../arguments/usage.ts";
import { DeferredAsk } from "../chat/deferred-ask.ts";
import { HubHost } from "../chat/hub-host.ts";
import { bringFromTerminal } from "../conversation/session-environment.ts";
import { toSessionSetup } from "../client/session-setup.ts";
import type { CommandContext, Run } from "../command.ts";
import { toNamed } from "../client/find-session.ts";
import { findHubSessionByFlags } from "../conversation/find-by-flags.ts";
import { connectHub, type HubAccess } from "../hub/connect-hub.ts";
import { attachOrStart } from "../hub/find-hub.ts";
import { showWhile } from "../output/show-while.ts";
import { isDumbTerminal } from "../terminal/detect-terminal.ts";
import type { chatUsage } from "../usage/chat.ts";

type Args = Arguments<typeof chatUsage>;

export const run: Run<typeof chatUsage> = async (args, alone) => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return runOnce(args, alone);
  const starting = attachOrStart(args.flags, alone);
  const context = await (isDumbTerminal(process.env) ? starting : showWhile("Starting the Parley server…", starting));
  const actions = new DeferredAsk();
  const access = await connectHub(args.flags, context, actions.log);
  try {
    return await runOn(access, args, context, actions);
  } finally {
    await access[Symbol.asyncDispose]();
  }
};

async function runOn(access: HubAccess, args: Args, context: CommandContext, actions: DeferredAsk): Promise<number> {
  const { remote, server } = access;
  const { flags, command, positionals } = args;
  const { home, cwd, settings } = context;
  // The drawing code loads while the server answers.
  const [known, setup, { runChat }] = await Promise.all([
    findHubSessionByFlags(remote, toNamed(flags, command), { cwd, agent: settings.agent }),
    toSessionSetup(flags, context),
    import("../chat/run-chat.ts"),
  ]);
  const bring = bringFromTerminal({ server, home, cwd, command });
  const host = new HubHost(access, {
    setup: { ...setup, bring },
    agent: command === undefined ? toHubAgent(settings.agent) : undefined,
    command: command?.[0],
    ask: actions.ask,
  });
  return runChat({
    context,
    host,
    actions,
    known,
    name: setup.name,
    prompt: positionals.length === 0 ? undefined : positionals.join(" "),
    historyPath: join(home, "history"),
  });
}

/** A hub lists the modes of the built-in agent; one of them is the default. */
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
