// `stop_command`: ends a background command and everything it started.
import { z } from "zod";
import { orErrorOutcome } from "./failures.ts";
import { defineInput } from "./input.ts";
import { backgroundCommands } from "./running/background-commands.ts";
import { describeOutput } from "./running/describe-command.ts";
import { findBackground } from "./running/find-background.ts";
import { defineTool, textOutcome, type Tool } from "./tool.ts";

const input = defineInput(
  { id: z.string().describe("The id returned by shell, for example command-1") },
  { id: ["command_id", "shell_id", "bash_id"] },
);

export const stopCommandTool: Tool = defineTool({
  name: "stop_command",
  groups: ["command"],
  kind: "execute",
  description: "Stops a background command and everything it started, and returns its last output.",
  input,
  prepare: ({ id }, context) => {
    const found = findBackground(context, id);
    if ("failed" in found) return found;
    return {
      title: `Stop ${found.id}: ${found.line}`,
      // The command was allowed to run, and stopping it accesses nothing.
      subjects: [],
      execute: ({ signal }) =>
        orErrorOutcome(signal, async () => {
          const commands = backgroundCommands(context);
          await found.running.kill();
          const { output } = await commands.look(found, 0, signal);
          const content = found.running.content();
          await commands.stop(found);
          return textOutcome(`${describeOutput(output)}\n[${found.id} has ended]`, { content });
        }),
    };
  },
});
