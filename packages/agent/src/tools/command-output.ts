// `command_output`: the new output of a background command since the last check.
import { z } from "zod";
import { orErrorOutcome } from "./failures.ts";
import { defineInput } from "./input.ts";
import { BACKGROUND_WAIT_MS_MAX } from "../limits.ts";
import { backgroundCommands } from "./running/background-commands.ts";
import { describeExit, describeOutput } from "./running/describe-command.ts";
import { findBackground } from "./running/find-background.ts";
import { defineTool, textOutcome, type Tool } from "./tool.ts";

const input = defineInput(
  {
    id: z.string().describe("The id returned by shell, for example command-1"),
    wait_ms: z
      .number()
      .optional()
      .describe(`Maximum number of milliseconds to wait for it to end, up to ${BACKGROUND_WAIT_MS_MAX}. Default: 0`),
  },
  { id: ["command_id", "shell_id", "bash_id"], wait_ms: ["wait", "timeout_ms", "timeout"] },
);

export const commandOutputTool: Tool = defineTool({
  name: "command_output",
  groups: ["command"],
  kind: "read",
  description:
    "Returns the new output of a background command, and whether it is still running. " +
    "Use `wait_ms` instead of polling.",
  input,
  prepare: ({ id, wait_ms = 0 }, context) => {
    const found = findBackground(context, id);
    if ("failed" in found) return found;
    const waitMs = Math.min(Math.max(0, wait_ms), BACKGROUND_WAIT_MS_MAX);
    return {
      title: `Output of ${found.id}: ${found.line}`,
      subjects: [],
      execute: ({ signal }) =>
        orErrorOutcome(signal, async () => {
          const { exit, output, isNew } = await backgroundCommands(context).look(found, waitMs, signal);
          const text = isNew && output.text === "" ? "[no new output]" : describeOutput(output);
          const state = exit === undefined ? "[still running]" : describeExit(exit);
          return textOutcome(`${text}\n${state}`, { content: found.running.content() });
        }),
    };
  },
});
