// `shell`: runs a command line, to its end or in the background.
import type { ToolCallContent } from "@parley/acp";
import { z } from "zod";
import { readCommandVariables } from "../config/command-variables.ts";
import { isInside } from "../client-io/client-path.ts";
import { toOneLine } from "@parley/base";
import { fenced } from "../text/markdown.ts";
import { orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput } from "./input.ts";
import {
  COMMAND_TIMEOUT_MS,
  COMMAND_TIMEOUT_MS_MAX,
  COMMAND_TIMEOUT_MS_MIN,
  COMMAND_TITLE_CHARS_MAX,
} from "../limits.ts";
import { findPath, showPath } from "./files/paths.ts";
import { runInBackground } from "./running/run-background.ts";
import { runForeground } from "./running/run-foreground.ts";
import { defineTool, failed, type Tool } from "./tool.ts";

const input = defineInput(
  {
    command: z.string().describe("A bash command line"),
    cwd: z.string().optional().describe("The folder to run it in. Default: the working folder"),
    timeout_ms: z
      .number()
      .optional()
      .describe(
        `Milliseconds after which it is stopped, up to ${COMMAND_TIMEOUT_MS_MAX}. Default: ${COMMAND_TIMEOUT_MS}`,
      ),
    background: z.boolean().optional().describe("Do not wait for it to end: for servers and watchers. Default: false"),
    outside_sandbox: z
      .boolean()
      .optional()
      .describe(
        "Only where commands run in a sandbox: run this one outside. The user is asked each time. Default: false",
      ),
  },
  {
    command: ["cmd", "script", "command_line"],
    cwd: ["workdir", "working_directory", "directory", "dir"],
    timeout_ms: ["timeout"],
    background: ["run_in_background", "is_background"],
  },
);

export const shellTool: Tool = defineTool({
  name: "shell",
  groups: ["command"],
  kind: "execute",
  description:
    "Runs a command line in a new bash, in the working folder, and returns its output (stdout and stderr combined) and exit code. " +
    "It has no keyboard input, so use non-interactive options; `cd` and variables do not persist between calls, so use `cwd`. " +
    "Processes it leaves running are stopped when it ends: start servers and watchers with `background`, which returns an id for " +
    "`command_output` and `stop_command`. Keys and tokens of the environment are hidden from it, unless the user's config.json " +
    "names them in `commandVariables`. Use `read`, `grep`, `glob` and `list` instead of cat, grep, find and ls, " +
    "and `edit` instead of sed: they are faster and need fewer approvals.",
  input,
  prepare: (
    { command, cwd = ".", timeout_ms = COMMAND_TIMEOUT_MS, background = false, outside_sandbox: isOutside = false },
    context,
  ) =>
    orFailure(async () => {
      const leavesSandbox = isOutside && context.settings.sandbox !== undefined;
      if (command.trim() === "") return failed("The command is empty.");
      const folder = await findPath(context, cwd.trim() === "" ? "." : cwd);
      if (!isInside(folder)) return failed(`${cwd} is outside this session's folders.`);
      if (folder.kind !== "directory") return failed(`Folder ${showPath(folder)} not found.`);
      const facts = await (await context.facts()).commandFacts(command, { cwd: folder.real });
      const timeoutMs = Math.min(Math.max(COMMAND_TIMEOUT_MS_MIN, timeout_ms), COMMAND_TIMEOUT_MS_MAX);
      const start = { command, cwd: folder.real, leavesSandbox, timeoutMs };
      return {
        title: toOneLine(leavesSandbox ? `Outside the sandbox: ${command}` : command, COMMAND_TITLE_CHARS_MAX),
        leavesSandbox,
        content: showCommand(command),
        subjects: [{ request: { kind: "execute", command }, facts }],
        execute: (run) =>
          orErrorOutcome(run.signal, async () => {
            const variables = await readCommandVariables(context.parleyHome);
            const begin = background ? runInBackground : runForeground;
            return begin(context, { ...start, variables }, run);
          }),
      };
    }),
});

/** A title is one line, but the user must see the whole command before approving it. */
function showCommand(command: string): readonly ToolCallContent[] {
  if (!command.trim().includes("\n") && command.length <= COMMAND_TITLE_CHARS_MAX) return [];
  return [{ type: "content", content: { type: "text", text: fenced(command.trim(), "sh") } }];
}
