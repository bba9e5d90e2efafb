// Describes a command of the user for the agent's next prompt.
import type { PersonsTerminalEnd } from "@parley/client/features";
import { TOLD_OUTPUT_CHARS_MAX } from "../limits.ts";

export function describeRun(command: string, { exit, output }: PersonsTerminalEnd): string {
  const { exitCode, signal } = exit;
  const how =
    exitCode === 0
      ? ""
      : ` and ended with ${exitCode === null || exitCode === undefined ? signal : `exit code ${exitCode}`}`;
  const kept = output.length > TOLD_OUTPUT_CHARS_MAX ? `…${output.slice(-TOLD_OUTPUT_CHARS_MAX)}` : output;
  const wrote = kept.trim() === "" ? "It wrote nothing." : `It wrote:\n${kept.trimEnd()}`;
  return `The user ran a command in the session's folder${how}:\n$ ${command}\n${wrote}`;
}
