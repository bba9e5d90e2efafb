// Turns what happens in a session into what a chat shows: finished blocks go to the output, unfinished ones are kept here.
import type { ContentBlock, PlanEntry, SessionEvent } from "@parley/acp";
import type {
  ItemChanges,
  MessageItem,
  Patch,
  TranscriptItem,
  TranscriptSnapshot,
  TranscriptState,
} from "@parley/acp/transcript";
import { ANSWER_CHARS_MAX, THOUGHT_CHARS_MAX } from "../limits.ts";
import { toSeverity, type Block } from "./block.ts";
import { RunningTools } from "./running-tools.ts";
import type { TerminalTail, ToolView } from "./tool-view.ts";
import { durationMs, WorkClock, type Timing, type WorkStamp } from "./work-clock.ts";

/** An event and what it changed in the session's transcript, which is shared by all that look at the session. */
export interface AppliedEvent {
  readonly event: SessionEvent;
  readonly patches: readonly Patch[];
}

/** Takes what is finished, in the order in which it is shown. */
export interface ChatOutput {
  add(block: Block): void;
  /** More text of an agent's message, which is shown while it arrives. */
  say(itemId: number, text: string): void;
  endMessage(): void;
  beginTurn(): void;
}

export interface OpenThought {
  readonly itemId: number;
  readonly text: string;
  readonly start: WorkStamp;
}

/** The view keeps its own copy, because a snapshot of the transcript takes longer the longer the session is. */
export type ChatState = Pick<TranscriptState, "agent" | "title" | "usage" | "cost">;

export class ChatView {
  readonly #output: ChatOutput;
  readonly #clock = new WorkClock();
  readonly #tools = new RunningTools(this.#clock, (tool) => this.#output.add({ type: "tool", tool }));
  #state: ChatState = { agent: null, title: null, usage: null, cost: null };
  #thought: OpenThought | undefined;
  /** A user message that the agent replays, until it is complete. */
  #userMessage: { readonly itemId: number; blocks: ContentBlock[] } | undefined;
  /** Questions and compactions that are not finished. */
  readonly #open = new Map<number, OpenItem>();
  #plan: readonly PlanEntry[] = [];
  #turnStart: WorkStamp | undefined;
  /** The message of the agent's last crash. */
  #crash: string | undefined;
  #lastAnswer = "";
  #isAnswering = false;

  constructor(output: ChatOutput) {
    this.#output = output;
  }

  get state(): ChatState {
    return this.#state;
  }

  /**
   * Takes over a session that has begun, without showing it: later patches may change its items, and its running turn
   * continues here. What is known already stays as it is.
   */
  seed({ items, terminals, state }: TranscriptSnapshot): void {
    this.#setState(state);
    this.#tools.seed(items, terminals, state.running);
    if (!state.running || this.#turnStart !== undefined) return;
    const prompt = items.findLast(({ type }) => type === "user_message");
    this.#turnStart = prompt && this.#clock.stamp(prompt.at);
    this.#plan = state.plan;
    for (const item of items) {
      if (item.type === "permission" || item.type === "elicitation") this.#pause(item, item.at);
      if (item.type === "permission") this.#tools.permission(item, item.at);
      if (item.type === "elicitation" && item.phase === "open") this.#open.set(item.id, item);
    }
  }

  get thought(): OpenThought | undefined {
    return this.#thought;
  }

  get tools(): readonly ToolView[] {
    return this.#tools.running;
  }

  /** Terminals that do not belong to a tool call. */
  get looseTerminals(): readonly TerminalTail[] {
    return this.#tools.loose;
  }

  /** While a turn runs. */
  get plan(): readonly PlanEntry[] {
    return this.#plan;
  }

  /** The running turn; undefined between turns. */
  get turn(): Timing | undefined {
    return this.#turnStart && this.#clock.timingSince(this.#turnStart);
  }

  /** The agent's latest message, as it wrote it. */
  get lastAnswer(): string {
    return this.#lastAnswer.slice(-ANSWER_CHARS_MAX);
  }

  /** `isFromElsewhere`: the event is a prompt that another surface sent. `isSaid`: the surface that did it prints its own line. */
  apply({ event, patches }: AppliedEvent, { isFromElsewhere = false, isSaid = false } = {}): void {
    if (event.type === "prompt") this.#beginTurn(event.at);
    for (const patch of patches) if (!isSaid || patch.type !== "item_added") this.#patch(patch, event.at);
    if (event.type === "prompt")
      this.#endUserMessage(isFromElsewhere ? { from: event.actor ?? UNKNOWN_ACTOR } : { isTyped: true });
  }

  #beginTurn(at: number): void {
    this.#settle(at);
    this.#output.beginTurn();
    this.#turnStart = this.#clock.stamp(at);
    this.#plan = [];
  }

  #patch(patch: Patch, at: number): void {
    switch (patch.type) {
      case "item_added":
        return this.#added(patch.item, at);
      case "item_changed":
        return this.#changed(patch.itemId, patch.changes, at);
      case "block_added":
        return this.#content(patch.itemId, patch.block);
      case "text_appended":
        return this.#text(patch.itemId, patch.text);
      case "terminal_added":
      case "terminal_changed":
      case "output_appended":
      case "terminals_removed":
        return this.#tools.terminal(patch, at);
      case "state_changed":
        if (patch.changes.plan !== undefined) this.#plan = patch.changes.plan;
        this.#setState(patch.changes);
        return;
      case "blocks_trimmed":
      case "items_trimmed":
      case "output_trimmed":
      case "items_removed":
      case "items_restored":
        // What was printed stays on the screen; a rewind is a note of its own.
        return;
    }
  }

  #setState({ agent, title, usage, cost }: Partial<TranscriptState>): void {
    const { state } = this;
    this.#state = {
      agent: agent === undefined ? state.agent : agent,
      title: title === undefined ? state.title : title,
      usage: usage === undefined ? state.usage : usage,
      cost: cost === undefined ? state.cost : cost,
    };
    this.#tools.cwd = this.#state.agent?.cwd;
  }

  #added(item: TranscriptItem, at: number): void {
    if (item.type === "permission" || item.type === "elicitation") this.#pause(item, at);
    if (item.type === "permission") return this.#tools.permission(item, at);
    this.#endUserMessage();
    if (item.type === "tool_call") {
      this.#endThought(at);
      this.#output.endMessage();
      return this.#tools.add(item);
    }
    if (item.type !== "thought") this.#endThought(at);
    if (isMessage(item)) return this.#message(item);
    if (item.type === "elicitation" || item.type === "compaction") {
      this.#open.set(item.id, item);
      return this.#finishOpen(item.id);
    }
    this.#addWhole(item, at);
  }

  #message(item: MessageItem): void {
    this.#isAnswering = false;
    if (item.type === "user_message") this.#userMessage = { itemId: item.id, blocks: [] };
    if (item.type === "thought") this.#beginThought(item);
    if (item.type === "agent_message") this.#lastAnswer = "";
    this.#isAnswering = item.type === "agent_message";
    for (const block of item.blocks) this.#content(item.id, block);
  }

  #addWhole(item: Exclude<TranscriptItem, MessageItem>, at: number): void {
    switch (item.type) {
      case "stop":
        this.#settle(at);
        // The agent's exit has already been reported.
        if (item.error === null || item.error.message !== this.#crash) {
          this.#output.add({ type: "stop", item, ms: this.#turnStart && this.#msSince(this.#turnStart, at) });
        }
        this.#turnStart = undefined;
        return;
      case "changes":
        return this.#output.add({ type: "changes", item });
      case "notice": {
        const detail = item.description ?? undefined;
        return this.#output.add({ type: "note", severity: toSeverity(item.severity), text: item.title, detail });
      }
      case "note":
        return this.#output.add({ type: "note", severity: toSeverity(item.level), text: item.text });
      case "agent_crashed":
        this.#settle(at);
        this.#crash = item.message;
        return this.#output.add({ type: "note", severity: "error", text: item.message });
      case "agent_restarted":
        // Resuming a session restarts only the agent, so the user sees no note about it.
        if (this.#crash === undefined && item.history !== "lost") return;
        return this.#output.add({ type: "note", severity: "info", text: describeRestart(item.history) });
      case "unknown":
        return this.#output.add({
          type: "note",
          severity: "info",
          text: "The agent sent an update of an unknown kind.",
        });
      case "tool_call":
      case "permission":
      case "elicitation":
      case "compaction":
        return;
    }
  }

  /** A question that was answered, or that lapsed, lets the clock run again. */
  #changed(itemId: number, changes: ItemChanges, at: number): void {
    if ("phase" in changes && changes.phase !== "open") this.#clock.settled(itemId, at);
    const open = this.#open.get(itemId);
    if (open === undefined) return this.#tools.change(itemId, changes, at);
    this.#open.set(itemId, { ...open, ...changes } as OpenItem);
    this.#finishOpen(itemId);
  }

  #finishOpen(itemId: number): void {
    const item = this.#open.get(itemId);
    if (item?.type === "elicitation" && item.phase !== "open") this.#output.add({ type: "elicitation", item });
    else if (item?.type === "compaction" && item.status !== "in_progress")
      this.#output.add({ type: "compaction", item });
    else return;
    this.#open.delete(itemId);
  }

  #content(itemId: number, block: ContentBlock): void {
    if (this.#userMessage?.itemId === itemId) this.#userMessage.blocks.push(block);
    else if (block.type === "text") this.#text(itemId, block.text);
    else if (this.#thought?.itemId !== itemId) this.#output.add({ type: "content", content: block });
  }

  #text(itemId: number, text: string): void {
    if (this.#userMessage?.itemId === itemId) {
      this.#userMessage.blocks.push({ type: "text", text });
    } else if (this.#thought?.itemId === itemId) {
      this.#thought = { ...this.#thought, text: withoutStart(this.#thought.text + text, THOUGHT_CHARS_MAX) };
    } else if (!this.#open.has(itemId)) {
      if (this.#isAnswering) this.#lastAnswer = withoutStart(this.#lastAnswer + text, ANSWER_CHARS_MAX);
      this.#output.say(itemId, text);
    }
  }

  #beginThought({ id, at }: MessageItem): void {
    this.#endThought(at);
    this.#output.endMessage();
    this.#thought = { itemId: id, text: "", start: this.#clock.stamp(at) };
  }

  #endThought(at: number): void {
    const thought = this.#thought;
    this.#thought = undefined;
    if (thought === undefined || thought.text.trim() === "") return;
    const { itemId, text, start } = thought;
    this.#output.add({ type: "thought", itemId, text, ms: this.#msSince(start, at) });
  }

  #endUserMessage(origin: Pick<Extract<Block, { type: "prompt" }>, "isTyped" | "from"> = { isTyped: false }): void {
    const message = this.#userMessage;
    this.#userMessage = undefined;
    if (message !== undefined) this.#output.add({ type: "prompt", blocks: message.blocks, ...origin });
  }

  #pause({ id, phase }: Extract<TranscriptItem, { type: "permission" | "elicitation" }>, at: number): void {
    if (phase === "open") this.#clock.asked(id, at);
  }

  #msSince(start: WorkStamp, at: number): number {
    return durationMs(this.#clock.timingBetween(start, at), at);
  }

  /** The turn is over, so everything unfinished is closed. */
  #settle(at: number): void {
    this.#clock.settleAll(at);
    this.#endUserMessage();
    this.#endThought(at);
    this.#tools.cut(at);
    this.#output.endMessage();
    if (this.#plan.length > 0) this.#output.add({ type: "plan", entries: this.#plan });
    this.#plan = [];
  }
}

/** Logs of earlier versions do not say who prompted. */
const UNKNOWN_ACTOR = { surface: "elsewhere" };

/** Cuts rarely: cutting copies the whole text, which must not happen with every chunk. */
function withoutStart(text: string, charsMax: number): string {
  return text.length > 2 * charsMax ? text.slice(-charsMax) : text;
}

type OpenItem = Extract<TranscriptItem, { type: "elicitation" | "compaction" }>;

function isMessage(item: TranscriptItem): item is MessageItem {
  return item.type === "user_message" || item.type === "agent_message" || item.type === "thought";
}

function describeRestart(history: string): string {
  return history === "lost" ? "Agent restarted." : "Agent restarted; conversation restored.";
}
