// Runs a command to its end, its time limit or its cancellation, and shows it while it runs.
import { ParleyError } from "@parley/base";
import type { CommandExit, CommandOutput, RunningCommand } from "../../reach/command-reach.ts";
import { within } from "../../reach/within.ts";
import { errorOutcome } from "../failures.ts";
import { CANCELLED_OUTPUT_MS, COMMAND_OUTPUT_BYTES, PROGRESS_EVERY_MS } from "../limits.ts";
import type { ToolContext } from "../tool-context.ts";
import { textOutcome, type ToolOutcome, type ToolRun } from "../tool.ts";
import { describeExit, describeOutput } from "./describe-command.ts";
import { Progress } from "./progress.ts";

export interface ForegroundCommand {
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
}

type Ending = CommandExit | "timeout" | "cancelled";

export async function runForeground(
  context: ToolContext,
  { command, cwd, timeoutMs }: ForegroundCommand,
  run: ToolRun,
): Promise<ToolOutcome> {
  const start = { command, cwd, outputBytesMax: COMMAND_OUTPUT_BYTES };
  const running = await context.commands.start(start, run.signal);
  const progress = new Progress(() => run.show({ content: running.content() }), PROGRESS_EVERY_MS);
  try {
    if (running.content().length > 0) progress.note();
    running.onOutput(() => progress.note());
    const ending = await waitForEnd(running, timeoutMs, run.signal);
    progress.stop();
    if (ending === "cancelled") return await describeCancelled(context, running);
    if (ending === "timeout") await running.kill();
    return await describeEnding(running, ending, timeoutMs);
  } finally {
    progress.stop();
    // What it left running ends with it. Nobody waits for that: the reach owns it until it is dead.
    watch(context, running.release());
  }
}

function watch({ log }: ToolContext, ending: Promise<void>): void {
  ending.catch((cause: unknown) => log.write("error", "A command could not be ended", { cause }));
}

function waitForEnd(running: RunningCommand, timeoutMs: number, signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle("timeout"), timeoutMs);
    const cancel = (): void => settle("cancelled");
    const settle = (ending: Ending): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(ending);
    };
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    void running.exited.then(settle);
  });
}

async function describeEnding(running: RunningCommand, ending: Ending, timeoutMs: number): Promise<ToolOutcome> {
  const output = describeOutput(await readOutput(running));
  const content = running.content();
  if (typeof ending === "object") {
    const text = `${output}\n${describeExit(ending)}`;
    return ending.code === 0 ? textOutcome(text, { content }) : errorOutcome(text, { content });
  }
  const seconds = timeoutMs === 1_000 ? "1 second" : `${timeoutMs / 1_000} seconds`;
  const why = `[stopped after ${seconds}; use timeout_ms for longer, or background for what does not end]`;
  return errorOutcome(`${output}\n${why}`, { content });
}

/** It is told to end at once; what it wrote so far is taken if it is at hand. */
async function describeCancelled(context: ToolContext, running: RunningCommand): Promise<ToolOutcome> {
  watch(context, running.kill());
  const output = await within(readOutput(running), CANCELLED_OUTPUT_MS);
  const text = output === undefined ? "" : `${describeOutput(output)}\n`;
  return errorOutcome(`${text}[cancelled]`, { content: running.content() });
}

async function readOutput(running: RunningCommand): Promise<CommandOutput> {
  try {
    return await running.output();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { text: `[the output could not be read: ${error.message}]`, isTruncated: false };
  }
}
