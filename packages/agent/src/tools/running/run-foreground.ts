// Runs a command to its end, its time limit or its cancellation, and shows it while it runs.
import { ParleyError, within } from "@parley/base";
import type { CommandExit, CommandOutput, RunningCommand } from "../../client-io/session-commands.ts";
import { errorOutcome } from "../failures.ts";
import { CANCELLED_OUTPUT_MS, COMMAND_OUTPUT_BYTES, COMMAND_PROGRESS_MS } from "../../limits.ts";
import type { ToolContext } from "../tool-context.ts";
import { textOutcome, type ToolOutcome, type ToolRun } from "../tool.ts";
import { describeExit, describeOutput } from "./describe-command.ts";
import { Progress } from "../progress.ts";
import type { ShellCommand } from "./shell-command.ts";

export async function runForeground(
  context: ToolContext,
  { command, cwd, variables, leavesSandbox, timeoutMs }: ShellCommand,
  run: ToolRun,
): Promise<ToolOutcome> {
  const start = { command, cwd, variables, leavesSandbox, outputBytesMax: COMMAND_OUTPUT_BYTES };
  const running = await context.commands.start(start, run.signal);
  const progress = new Progress(() => run.show({ content: running.content() }), COMMAND_PROGRESS_MS);
  try {
    if (running.content().length > 0) progress.note();
    running.onOutput(() => progress.note());
    const exit = await within(running.exited, timeoutMs, { signal: run.signal });
    progress.stop();
    if (exit !== undefined) return await describeEnding(running, exit);
    if (run.signal.aborted) return await describeCancelled(context, running);
    await running.kill();
    return await describeTimeout(running, timeoutMs);
  } finally {
    progress.stop();
    // The release also ends processes that the command left running; the session tracks them, so nothing waits here.
    watch(context, running.release());
  }
}

function watch({ log }: ToolContext, ending: Promise<void>): void {
  ending.catch((cause: unknown) => log.write("error", "A command could not be ended", { cause }));
}

async function describeEnding(running: RunningCommand, exit: CommandExit): Promise<ToolOutcome> {
  const text = `${describeOutput(await readOutput(running))}\n${describeExit(exit)}`;
  const content = running.content();
  return exit.code === 0 ? textOutcome(text, { content }) : errorOutcome(text, { content });
}

async function describeTimeout(running: RunningCommand, timeoutMs: number): Promise<ToolOutcome> {
  const output = describeOutput(await readOutput(running));
  const seconds = timeoutMs === 1_000 ? "1 second" : `${timeoutMs / 1_000} seconds`;
  const why = `[stopped after ${seconds}; use timeout_ms for more time, or background for a command that does not end]`;
  return errorOutcome(`${output}\n${why}`, { content: running.content() });
}

/** Kills the command and includes its output so far if that is available immediately. */
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
