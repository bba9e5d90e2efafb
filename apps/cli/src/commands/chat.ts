// `parley chat`: a conversation in the terminal, or one prompt from a pipe.
import { ParleyError } from "@parley/base";
import { text as readAll } from "node:stream/consumers";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startAgent, type AgentCommand, type AgentProcess } from "../agent-process.ts";
import { Conversation } from "../chat/conversation.ts";
import { createPaint, type Paint } from "../chat/paint.ts";
import { TerminalInput } from "../chat/terminal-input.ts";
import type { CommandContext, RunCommand } from "../command.ts";
import { exitCodeOfStop, ExitCodes } from "../exit-codes.ts";
import { VERSION } from "../version.ts";

const LAST_WORDS_MS = 2_000;
const LOCAL_HELP =
  "/help this text · /exit leave (or Ctrl-D) · Ctrl-C stops a turn · everything else goes to the agent";

export const run: RunCommand = async (args, context) => {
  const agent = await startAgent(readAgent(args, context.cwd));
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const paint = createPaint(context.settings.color, process.stdout.isTTY);
  try {
    const conversing = isTerminal ? converse(agent, context, paint) : answerPipe(agent, context, paint);
    return await conversing;
  } catch (error) {
    throw await explain(error, agent);
  } finally {
    await agent.stop();
  }
};

/** A closed pipe is noticed a moment before the process is gone, whose last words say more. */
async function explain(error: unknown, agent: AgentProcess): Promise<unknown> {
  if (!(error instanceof ParleyError) || error.code !== "connection_closed") return error;
  return Promise.race([agent.ended, setTimeout(LAST_WORDS_MS, error, { ref: false })]);
}

/** What follows `--` is the agent's command line; without it, our own program plays the scripted agent. */
function readAgent(args: readonly string[], cwd: string): AgentCommand {
  const split = args.indexOf("--");
  const own = split === -1 ? args : args.slice(0, split);
  const [command, ...rest] = split === -1 ? [process.execPath, process.argv[1] ?? "", "script"] : args.slice(split + 1);
  const { values } = parseFlags(own);
  if (command === undefined) throw new ParleyError({ code: "usage", message: "After -- comes the agent's command" });
  return { command, args: rest, cwd: resolve(cwd, values.cwd ?? ".") };
}

function parseFlags(args: readonly string[]): { values: { cwd?: string | undefined } } {
  try {
    return parseArgs({ args: [...args], options: { cwd: { type: "string" } } });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const remedy = { label: "See how it is used", command: "parley chat --help" };
    throw new ParleyError({ code: "usage", message, remedy, cause });
  }
}

function write(text: string): void {
  process.stdout.write(text);
}

async function converse(agent: AgentProcess, { cwd, log }: CommandContext, paint: Paint): Promise<number> {
  let isRunning = false;
  const input = new TerminalInput(() => (isRunning ? conversation.cancel() : input.close()));
  const ask = (prompt: string, signal?: AbortSignal): Promise<string | undefined> => input.ask(prompt, signal);
  const conversation = new Conversation(agent.transport, { cwd, log, paint, write, ask });
  write(`${paint("bold", "Parley")} ${VERSION} · ${await conversation.open()}\n${paint("dim", LOCAL_HELP)}\n\n`);
  for (;;) {
    const line = await ask(paint("accent", "› "));
    const text = line?.trim();
    if (text === undefined || text === "/exit" || text === "/quit") break;
    if (text === "") continue;
    if (text === "/help") write(`${LOCAL_HELP}\n`);
    isRunning = true;
    await conversation.prompt(text);
    isRunning = false;
    write("\n");
  }
  input.close();
  await conversation.close();
  return ExitCodes.endTurn;
}

async function answerPipe(agent: AgentProcess, { cwd, log }: CommandContext, paint: Paint): Promise<number> {
  const conversation = new Conversation(agent.transport, { cwd, log, paint, write, ask: undefined });
  const [prompt] = await Promise.all([readAll(process.stdin), conversation.open()]);
  const stopReason = await conversation.prompt(prompt.trimEnd());
  await conversation.close();
  if (conversation.hadNobodyToAsk) {
    process.stderr.write("Something had to be asked, and there is no terminal to ask in.\n");
    return ExitCodes.nobodyToAsk;
  }
  return exitCodeOfStop(stopReason);
}
