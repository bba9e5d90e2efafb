// `parley proxy`: starts an agent and relays between it and the client on stdin and stdout.
import { ParleyError } from "@parley/base";
import {
  createPipePolicy,
  createRelay,
  openClientPipes,
  parseFaults,
  readPipeRules,
  type PipePolicy,
  type Relay,
} from "@parley/observe/relay";
import type { OpenSandbox } from "@parley/machine/sandbox";
import { basename, resolve } from "node:path";
import type { Arguments } from "../../arguments/usage.ts";
import type { CommandContext, Run } from "../../command.ts";
import { printNotice } from "../../output/print.ts";
import type { proxyUsage } from "../../usage/proxy.ts";
import { setV8Flag } from "../../v8-flags.ts";
import { endLikeAgent } from "./end-like-agent.ts";
import { openWatchers } from "./open-watchers.ts";
import { passSignals } from "./pass-signals.ts";
import { joinWatchers, type Watcher, type Watchers } from "./watchers.ts";

type ProxyArguments = Arguments<typeof proxyUsage>;

export const run: Run<typeof proxyUsage> = async (args, context) => {
  const { flags, command = [] } = args;
  const [program] = command;
  if (program === undefined) throw noCommand();
  // Messages become garbage immediately, so the young generation may stay at 1 MB instead of growing to 48.
  setV8Flag("--semi-space-growth-factor=1", /semi-space/);
  await using sandbox = await openSandbox(command, context);
  const agentId = flags["agent-id"] ?? `${basename(program)}-${process.pid}`;
  const opened = await openWatchers(flags, agentId, context);
  const watchers = joinWatchers(opened, context.log, flags.record === undefined ? [] : [resolve(flags.record)]);
  const relay = await startRelay(args, watchers, sandbox, context).catch(async (error: unknown) => {
    await watchers.close();
    throw error;
  });
  const signals = passSignals(relay);
  void printNotices(opened);
  const status = await relay.ended;
  await watchers.close();
  warnAboutLosses(relay);
  signals[Symbol.dispose]();
  return await endLikeAgent(status);
};

/** Loaded only if needed, so that the proxy stays small. */
async function openSandbox(command: readonly string[], context: CommandContext): Promise<OpenSandbox | undefined> {
  const { settings, config } = context;
  const isConfigured = [config.user, config.workspace].some(({ values }) => values["agents"] !== undefined);
  if (settings.sandbox === "off" && !isConfigured) return undefined;
  const { openProxySandbox } = await import("./open-proxy-sandbox.ts");
  return openProxySandbox(command, context);
}

async function startRelay(
  args: ProxyArguments,
  watchers: Watchers,
  sandbox: OpenSandbox | undefined,
  context: CommandContext,
): Promise<Relay> {
  const { flags, command: [command = "", ...words] = [] } = args;
  const { faults, seed } = parseFaults(flags.fault);
  const policy = await openPolicy(args, watchers, context);
  const pipes = openClientPipes();
  try {
    return await createRelay({
      command: { command, args: words, cwd: context.cwd },
      sandbox,
      pipes,
      listeners: watchers.listeners,
      onLost: (count) => watchers.lost(count),
      policy,
      faults,
      faultSeed: seed,
      log: context.log,
    });
  } catch (error) {
    // An open stdin would keep the process alive until the client closes it.
    pipes.input.destroy();
    throw error;
  }
}

async function openPolicy(
  { flags }: ProxyArguments,
  watchers: Watchers,
  { cwd, log }: CommandContext,
): Promise<PipePolicy | undefined> {
  const file = flags.rules === undefined ? undefined : resolve(flags.rules);
  const rules = await readPipeRules({ zones: flags.zone, denied: flags.deny, file });
  if (rules === undefined) return undefined;
  return createPipePolicy({ rules, cwd, log, onBlocked: (observation) => watchers.observe(observation) });
}

/** Prints one line only, because clients show stderr as the agent's log. */
async function printNotices(watchers: readonly Watcher[]): Promise<void> {
  const notices = await Promise.all(watchers.flatMap(({ notice }) => notice ?? []));
  if (notices.length > 0) printNotice(`parley proxy: ${notices.join("; ")}`);
}

function warnAboutLosses({ stats }: Relay): void {
  const { lost } = stats;
  if (lost > 0)
    printNotice(`parley proxy: ${lost} messages were forwarded but not analysed, because there were too many`);
}

function noCommand(): ParleyError {
  return new ParleyError({
    code: "usage",
    message: "The agent's command is missing after --",
    remedy: { label: "Show usage", command: "parley proxy --help" },
  });
}
