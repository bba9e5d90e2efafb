// A tool call as the chat shows it: the agent's description, its terminals, and its duration.
import type { PermissionAnswer, PermissionItem, TerminalView, ToolCallItem } from "@parley/acp/transcript";
import { TERMINAL_TAIL_CHARS_MAX } from "../limits.ts";
import type { Timing } from "./work-clock.ts";

export interface TerminalTail extends Pick<TerminalView, "terminalId" | "toolCallId" | "command" | "exit"> {
  /** The end of its output. */
  readonly output: string;
  /** Number of earlier lines that were dropped. */
  readonly linesBefore: number;
  /** Still earlier output is not known here, so that its lines cannot be counted. */
  readonly isTrimmed?: boolean | undefined;
  readonly startedAt: number;
}

/** How the permission for the call was decided. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly by: PermissionAnswer["by"];
  readonly reason: string | null;
}

export interface ToolView {
  readonly item: ToolCallItem;
  readonly terminals: readonly TerminalTail[];
  /** From the moment it began to run: the question about it does not count. */
  readonly timing: Timing;
  readonly verdict?: Verdict | undefined;
  /** The session's folder; paths inside it are shown relative to it. */
  readonly cwd?: string | undefined;
  /** The turn ended before the call did. */
  readonly isCut?: boolean | undefined;
}

export function isOver({ status }: Pick<ToolCallItem, "status">): boolean {
  return status === "completed" || status === "failed";
}

export function appendOutput(terminal: TerminalTail, text: string): TerminalTail {
  const output = terminal.output + text;
  return output.length > TERMINAL_TAIL_CHARS_MAX * 2 ? toTail({ ...terminal, output }) : { ...terminal, output };
}

/** Cuts the output at the start of a line, so that the dropped lines can be counted. */
function toTail(terminal: TerminalTail): TerminalTail {
  const { output } = terminal;
  const from = output.length - TERMINAL_TAIL_CHARS_MAX;
  if (from <= 0) return terminal;
  const start = output.indexOf("\n", from) + 1;
  // A single very long line is cut in the middle.
  const cut = start === 0 || start === output.length ? from : start;
  return {
    ...terminal,
    output: output.slice(cut),
    linesBefore: terminal.linesBefore + countLines(output.slice(0, cut)),
  };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** A terminal of a transcript, which may have lost its beginning already. */
export function toTerminalTail(terminal: TerminalView, startedAt: number): TerminalTail {
  return toTail(toWholeTerminal(terminal, startedAt));
}

/** With all of the output that the transcript has. */
export function toWholeTerminal(terminal: TerminalView, startedAt: number): TerminalTail {
  return { ...terminal, linesBefore: 0, isTrimmed: terminal.trimmedBytes > 0, startedAt };
}

export function toVerdict({ options, answer }: Pick<PermissionItem, "options" | "answer">): Verdict | undefined {
  if (answer === null || answer.outcome.outcome !== "selected") return undefined;
  const { optionId } = answer.outcome;
  const kind = options.find((option) => option.optionId === optionId)?.kind ?? "";
  // A person is not named by the key that they used.
  const by = answer.actor === undefined ? answer.by : "user";
  return { isAllowed: kind.startsWith("allow"), by, reason: answer.reason };
}
