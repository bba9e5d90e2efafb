// The output of terminals as text in the tool calls that show them, because the terminals belong to the hub, not to its
// clients.
import type { SessionUpdate, TerminalEvent, ToolCallContent, UpdateEvent } from "@parley/acp";
import { ACP_TERMINALS_MAX, ACP_TERMINAL_CHARS_MAX } from "../../../limits.ts";

type ToolUpdate = Extract<SessionUpdate, { sessionUpdate: "tool_call" | "tool_call_update" }>;

interface TerminalText {
  command: string;
  output: string;
  isCut: boolean;
  exit: TerminalEvent["exit"];
  /** The tool call that shows it, with all its content. */
  shown: { readonly toolCallId: string; readonly content: readonly ToolCallContent[] } | undefined;
}

/** Whether an update shows a terminal. */
export function showsTerminal(update: SessionUpdate): update is ToolUpdate & { content: ToolCallContent[] } {
  const isTool = update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update";
  return isTool && update.content?.some(({ type }) => type === "terminal") === true;
}

export class TerminalTexts {
  readonly #terminals = new Map<string, TerminalText>();

  /** Records an event of a terminal, or that a tool call shows it. */
  note(event: UpdateEvent | TerminalEvent): void {
    if (event.type === "terminal") this.#write(event);
    else if (showsTerminal(event.update)) {
      const { toolCallId, content } = event.update;
      for (const part of content) {
        if (part.type === "terminal") this.#find(part.terminalId).shown = { toolCallId, content };
      }
    }
  }

  /** The update that shows its current state; undefined while no tool call shows the terminal. */
  toUpdate(event: UpdateEvent | TerminalEvent): SessionUpdate | undefined {
    if (event.type === "update") {
      const { update } = event;
      return showsTerminal(update) ? { ...update, content: this.#toTexts(update.content) } : update;
    }
    const shown = this.#terminals.get(event.terminalId)?.shown;
    if (shown === undefined) return undefined;
    const { toolCallId, content } = shown;
    return { sessionUpdate: "tool_call_update", toolCallId, content: this.#toTexts(content) };
  }

  #write({ terminalId, command, output, exit }: TerminalEvent): void {
    const terminal = this.#find(terminalId);
    terminal.command = command ?? terminal.command;
    terminal.exit = exit ?? terminal.exit;
    const text = terminal.output + (output ?? "");
    terminal.isCut ||= text.length > ACP_TERMINAL_CHARS_MAX;
    terminal.output = text.slice(-ACP_TERMINAL_CHARS_MAX);
  }

  #find(terminalId: string): TerminalText {
    const known = this.#terminals.get(terminalId);
    if (known !== undefined) return known;
    const created = { command: "", output: "", isCut: false, exit: undefined, shown: undefined };
    this.#terminals.set(terminalId, created);
    const [oldest] = this.#terminals.keys();
    if (this.#terminals.size > ACP_TERMINALS_MAX && oldest !== undefined) this.#terminals.delete(oldest);
    return created;
  }

  #toTexts(content: readonly ToolCallContent[]): ToolCallContent[] {
    return content.map((part) =>
      part.type === "terminal"
        ? { type: "content", content: { type: "text", text: format(this.#terminals.get(part.terminalId)) } }
        : part,
    );
  }
}

function format(terminal: TerminalText | undefined): string {
  if (terminal === undefined) return "```console\n```";
  const { command, output, isCut, exit } = terminal;
  const lines = [
    command === "" ? "" : `$ ${command}\n`,
    isCut ? "…\n" : "",
    output === "" || output.endsWith("\n") ? output : `${output}\n`,
    describeExit(exit),
  ];
  // Longer than any fence in the output, so that none of them ends it.
  const longest = Math.max(2, ...[...output.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}console\n${lines.join("")}${fence}`;
}

function describeExit(exit: TerminalEvent["exit"]): string {
  if (exit === undefined || exit.exitCode === 0) return "";
  return exit.exitCode === null ? `[killed by ${exit.signal ?? "a signal"}]\n` : `[exit code ${exit.exitCode}]\n`;
}
