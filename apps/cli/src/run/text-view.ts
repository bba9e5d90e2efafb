// Prints a turn as text: the agent's answer on stdout as it arrives, everything else as lines on stderr.
import { neutralise, neutralLine, NeutralStream } from "@parley/base";
import {
  isUnknown,
  type PermissionAnsweredEvent,
  type PermissionOption,
  type SessionEvent,
  type SessionUpdate,
  type ToolCallUpdate,
} from "@parley/acp";
import type { Output } from "../output/pipe-writer.ts";
import { summarizeToolCall } from "../questions/summarize-tool-call.ts";
import { RUN_TOOL_CALLS_MAX } from "../limits.ts";

export interface TextViewOptions {
  readonly out: Output;
  readonly note: (line: string) => void;
  /** The session's folder. */
  readonly cwd: string;
  /** Whether thoughts and plans are printed as well. */
  readonly isVerbose: boolean;
}

export class TextView {
  readonly #options: TextViewOptions;
  #words = new NeutralStream();
  /** The id of the message on the unfinished line, if it has one. */
  #messageId: string | null | undefined;
  #isInMessage = false;
  #isLineOpen = false;
  #thought = "";
  readonly #toolCalls = new Map<string, ToolCallUpdate>();
  readonly #questions = new Map<string, readonly PermissionOption[]>();
  /** Why the agent exited, until it is restarted. */
  #crash: string | undefined;

  constructor(options: TextViewOptions) {
    this.#options = options;
  }

  show(batch: readonly { readonly event: SessionEvent }[]): void {
    for (const { event } of batch) {
      if (event.type === "update") this.#showUpdate(event.update);
      else if (event.type === "note") this.#line(`${event.level}: ${event.text}`);
      else if (event.type === "permission_asked") this.#questions.set(event.interactionId, event.options);
      else if (event.type === "permission_answered") this.#showAnswer(event);
      else if (event.type === "agent_crashed") this.#crash = event.message;
      else if (event.type === "agent_restarted") this.#showRestart(event.history);
    }
  }

  /** Resuming a session starts its agent, which is worth a line only after a crash or if the agent lost the session. */
  #showRestart(history: string): void {
    // Without a restart the turn fails, and its error says the same.
    if (this.#crash !== undefined) this.#line(this.#crash);
    if (history === "lost") this.#line("The agent was restarted and does not remember the conversation");
    else if (this.#crash !== undefined) this.#line("The agent was restarted");
    this.#crash = undefined;
  }

  /** Ends the unfinished line, if there is one. */
  settle(): void {
    this.#endMessage();
    this.#endThought();
  }

  #showUpdate(update: SessionUpdate): void {
    if (isUnknown(update)) return;
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (!isUnknown(update.content) && update.content.type === "text")
          this.#say(update.content.text, update.messageId);
        else
          this.#line(
            `The agent sent content that is not text: ${isUnknown(update.content) ? "unknown" : update.content.type}`,
          );
        return;
      case "agent_thought_chunk":
        if (this.#options.isVerbose && !isUnknown(update.content) && update.content.type === "text") {
          this.#think(update.content.text);
        }
        return;
      case "tool_call":
      case "tool_call_update":
        this.#showToolCall(update);
        return;
      case "plan":
        if (this.#options.isVerbose) {
          for (const { status, content } of update.entries) this.#line(`plan: [${status}] ${content}`);
        }
        return;
      case "notice":
        this.#line(
          `${update.severity}: ${update.title}${typeof update.description === "string" ? `: ${update.description}` : ""}`,
        );
        return;
      case "user_message_chunk":
      case "available_commands_update":
      case "current_mode_update":
      case "config_option_update":
      case "session_info_update":
      case "usage_update":
      case "compaction_update":
      case "compaction_summary_chunk":
        return;
    }
  }

  #say(text: string, messageId: string | null | undefined): void {
    this.#endThought();
    if (this.#isInMessage && this.#messageId !== messageId) this.#endMessage();
    this.#messageId = messageId;
    this.#isInMessage = true;
    this.#write(keepTabs(this.#words, text));
  }

  #endMessage(): void {
    if (!this.#isInMessage) return;
    this.#write(this.#words.end());
    if (this.#isLineOpen) this.#write("\n");
    this.#words = new NeutralStream();
    this.#isInMessage = false;
  }

  #write(text: string): void {
    if (text === "") return;
    this.#options.out.write(text);
    this.#isLineOpen = !text.endsWith("\n");
  }

  /** Prints whole lines only, because thoughts and answer may share a terminal. */
  #think(text: string): void {
    this.#endMessage();
    this.#thought += text;
    const lines = this.#thought.split("\n");
    this.#thought = lines.pop() ?? "";
    for (const each of lines) this.#options.note(`thought: ${neutralise(each)}`);
  }

  #endThought(): void {
    if (this.#thought !== "") this.#options.note(`thought: ${neutralise(this.#thought)}`);
    this.#thought = "";
  }

  /** Prints one line for a call, and another one if it fails. */
  #showToolCall(update: ToolCallUpdate): void {
    const { cwd } = this.#options;
    const before = this.#toolCalls.get(update.toolCallId);
    const call: ToolCallUpdate = { ...before, ...withoutNulls(update) };
    if (before === undefined) this.#line(`tool: ${summarizeToolCall(call, cwd)}`);
    if (call.status === "failed" && before?.status !== "failed") this.#line(`failed: ${summarizeToolCall(call, cwd)}`);
    this.#toolCalls.set(update.toolCallId, call);
    for (const oldest of this.#toolCalls.keys()) {
      if (this.#toolCalls.size <= RUN_TOOL_CALLS_MAX) break;
      this.#toolCalls.delete(oldest);
    }
  }

  /** Users know their own answers, so only automatic rejections are printed. */
  #showAnswer({ interactionId, outcome, by, reason }: PermissionAnsweredEvent): void {
    const options = this.#questions.get(interactionId) ?? [];
    this.#questions.delete(interactionId);
    if (by === "user" || reason === undefined || isUnknown(outcome) || outcome.outcome !== "selected") return;
    const chosen = options.find(({ optionId }) => optionId === outcome.optionId);
    if (chosen?.kind.startsWith("reject") === true) this.#line(`rejected: ${reason}`);
  }

  #line(text: string): void {
    this.settle();
    this.#options.note(neutralLine(text));
  }
}

/** Tabs are kept, because they matter in a Makefile for example, and they are harmless in a terminal. */
function keepTabs(words: NeutralStream, text: string): string {
  return text
    .split("\t")
    .map((piece) => words.push(piece))
    .join("\t");
}

/** In an update, null means that the field has not changed. */
function withoutNulls(update: ToolCallUpdate): ToolCallUpdate {
  return Object.fromEntries(
    Object.entries(update).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as ToolCallUpdate;
}
