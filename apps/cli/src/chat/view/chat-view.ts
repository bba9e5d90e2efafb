// Turns session events into what the chat shows: finished blocks go to the scrollback, unfinished ones are kept here.
import type { ContentBlock, PlanEntry, SessionEvent } from "@parley/acp";
import {
  createTranscript,
  type MessageItem,
  type Patch,
  type TranscriptItem,
  type TranscriptState,
} from "@parley/acp/transcript";
import { ANSWER_CHARS_MAX, REMEMBERED_CHARS_MAX, REMEMBERED_ITEMS_MAX, THOUGHT_CHARS_MAX } from "../limits.ts";
import { toSeverity } from "./block.ts";
import type { Scrollback } from "./scrollback.ts";
import { RunningTools } from "./running-tools.ts";
import type { TerminalTail, ToolView } from "./tool-view.ts";

export interface OpenThought {
  readonly itemId: number;
  readonly text: string;
  readonly startedAt: number;
}

/** The view keeps its own copy, because a snapshot of the transcript takes longer the longer the session is. */
export type FeedState = Pick<TranscriptState, "agent" | "title" | "usage" | "cost">;

export class ChatView {
  readonly scrollback: Scrollback;
  readonly #transcript = createTranscript({ itemsMax: REMEMBERED_ITEMS_MAX, charsMax: REMEMBERED_CHARS_MAX });
  readonly #tools = new RunningTools((tool) => this.#toolEnded(tool));
  #state: FeedState = { agent: null, title: null, usage: null, cost: null };
  #thought: OpenThought | undefined;
  /** A user message that the agent replays, until it is complete. */
  #userMessage: { readonly itemId: number; blocks: ContentBlock[] } | undefined;
  /** Questions and compactions that are not finished. */
  readonly #open = new Map<number, Extract<TranscriptItem, { type: "elicitation" | "compaction" }>>();
  #plan: readonly PlanEntry[] = [];
  #turnStartedAt: number | undefined;
  /** The message of the agent's last crash. */
  #crash: string | undefined;
  #lastAnswer = "";
  #isAnswering = false;

  constructor(scrollback: Scrollback) {
    this.scrollback = scrollback;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Sets what is already known of a resumed session. */
  seed({ agent, title, usage, cost }: TranscriptState): void {
    this.#setState({ agent, title, usage, cost });
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

  get turnStartedAt(): number | undefined {
    return this.#turnStartedAt;
  }

  /** The agent's latest message, as it wrote it. */
  get lastAnswer(): string {
    return this.#lastAnswer;
  }

  apply(event: SessionEvent): void {
    const patches = this.#transcript.apply(event);
    if (event.type === "prompt") this.#beginTurn(event.at);
    for (const patch of patches) this.#patch(patch, event.at);
    if (event.type === "prompt") this.#endUserMessage(true);
  }

  #beginTurn(at: number): void {
    this.#settle(at);
    this.scrollback.forgetOpenable();
    this.#turnStartedAt = at;
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
        // The transcript only frees memory here; what was printed stays on the screen.
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
    if (item.type === "permission") return this.#tools.permission(item, at);
    this.#endUserMessage();
    if (item.type === "tool_call") {
      this.#endThought(at);
      this.scrollback.endMessage();
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
    if (item.type === "thought") this.#beginThought(item.id, item.at);
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
          this.scrollback.add({ type: "stop", item, ms: this.#turnStartedAt && at - this.#turnStartedAt });
        }
        this.#turnStartedAt = undefined;
        return;
      case "changes":
        return this.scrollback.add({ type: "changes", item });
      case "notice": {
        const detail = item.description ?? undefined;
        return this.scrollback.add({ type: "note", severity: toSeverity(item.severity), text: item.title, detail });
      }
      case "note":
        return this.scrollback.add({ type: "note", severity: toSeverity(item.level), text: item.text });
      case "agent_crashed":
        this.#settle(at);
        this.#crash = item.message;
        return this.scrollback.add({ type: "note", severity: "error", text: item.message });
      case "agent_restarted":
        // Resuming a session restarts only the agent, so the user sees no note about it.
        if (this.#crash === undefined && item.history !== "lost") return;
        return this.scrollback.add({ type: "note", severity: "info", text: describeRestart(item.history) });
      case "unknown":
        return this.scrollback.add({
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

  #changed(itemId: number, changes: object, at: number): void {
    const open = this.#open.get(itemId);
    if (open === undefined) return this.#tools.change(itemId, changes, at);
    this.#open.set(itemId, { ...open, ...changes });
    this.#finishOpen(itemId);
  }

  #finishOpen(itemId: number): void {
    const item = this.#open.get(itemId);
    if (item?.type === "elicitation" && item.phase !== "open") this.scrollback.add({ type: "elicitation", item });
    else if (item?.type === "compaction" && item.status !== "in_progress")
      this.scrollback.add({ type: "compaction", item });
    else return;
    this.#open.delete(itemId);
  }

  #content(itemId: number, block: ContentBlock): void {
    if (this.#userMessage?.itemId === itemId) this.#userMessage.blocks.push(block);
    else if (block.type === "text") this.#text(itemId, block.text);
    else if (this.#thought?.itemId !== itemId) this.scrollback.add({ type: "content", content: block });
  }

  #text(itemId: number, text: string): void {
    if (this.#userMessage?.itemId === itemId) {
      this.#userMessage.blocks.push({ type: "text", text });
    } else if (this.#thought?.itemId === itemId) {
      this.#thought = { ...this.#thought, text: (this.#thought.text + text).slice(-THOUGHT_CHARS_MAX) };
    } else if (!this.#open.has(itemId)) {
      if (this.#isAnswering) this.#lastAnswer = (this.#lastAnswer + text).slice(-ANSWER_CHARS_MAX);
      this.scrollback.say(itemId, text);
    }
  }

  #beginThought(itemId: number, startedAt: number): void {
    this.#endThought(startedAt);
    this.scrollback.endMessage();
    this.#thought = { itemId, text: "", startedAt };
  }

  #endThought(at: number): void {
    const thought = this.#thought;
    this.#thought = undefined;
    if (thought === undefined || thought.text.trim() === "") return;
    this.scrollback.add({ type: "thought", text: thought.text, ms: at - thought.startedAt });
  }

  #endUserMessage(isTyped = false): void {
    const message = this.#userMessage;
    this.#userMessage = undefined;
    if (message !== undefined) this.scrollback.add({ type: "prompt", blocks: message.blocks, isTyped });
  }

  #toolEnded(tool: ToolView): void {
    this.scrollback.add({ type: "tool", tool });
  }

  /** The turn is over, so everything unfinished is closed. */
  #settle(at: number): void {
    this.#endUserMessage();
    this.#endThought(at);
    this.#tools.cut(at);
    this.scrollback.endMessage();
    if (this.#plan.length > 0) this.scrollback.add({ type: "plan", entries: this.#plan });
    this.#plan = [];
  }
}

function isMessage(item: TranscriptItem): item is MessageItem {
  return item.type === "user_message" || item.type === "agent_message" || item.type === "thought";
}

function describeRestart(history: string): string {
  return history === "lost" ? "Agent restarted." : "Agent restarted; conversation restored.";
}
