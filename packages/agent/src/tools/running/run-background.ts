// Starts a background command and waits briefly for its first output or its failure.
import { errorOutcome } from "../failures.ts";
import { BACKGROUND_COMMANDS_MAX, BACKGROUND_FIRST_MS, BACKGROUND_OUTPUT_BYTES } from "../../limits.ts";
import type { ToolContext } from "../tool-context.ts";
import { textOutcome, type ToolOutcome, type ToolRun } from "../tool.ts";
import { backgroundCommands } from "./background-commands.ts";
import { describeExit, describeOutput } from "./describe-command.ts";
import type { ShellCommand } from "./shell-command.ts";

export async function runInBackground(
  context: ToolContext,
  { command, cwd, variables, leavesSandbox }: ShellCommand,
  run: ToolRun,
): Promise<ToolOutcome> {
  const commands = backgroundCommands(context);
  if (!(await commands.makeRoom())) {
    const ids = commands.ids.join(", ");
    return errorOutcome(
      `${BACKGROUND_COMMANDS_MAX} commands are already running in the background (${ids}). Stop one first.`,
    );
  }
  const start = { command, cwd, variables, leavesSandbox, outputBytesMax: BACKGROUND_OUTPUT_BYTES };
  const added = commands.add(command, await context.commands.start(start, run.signal));
  const { running, id } = added;
  if (running.content().length > 0) run.show({ content: running.content() });
  const { exit, output } = await commands.look(added, BACKGROUND_FIRST_MS, run.signal);
  const content = running.content();
  if (run.signal.aborted) {
    await commands.stop(added);
    return errorOutcome("[cancelled]", { content });
  }
  if (exit === undefined) {
    const how = `[${id} runs in the background; command_output shows more of it, stop_command ends it]`;
    return textOutcome(`${describeOutput(output)}\n${how}`, { content });
  }
  await commands.stop(added);
  const text = `${describeOutput(output)}\n${describeExit(exit)} It has already ended.`;
  return exit.code === 0 ? textOutcome(text, { content }) : errorOutcome(text, { content });
}
