// A session in the parts that people see, each returned once it is complete: so a log of any length is exported and
// searched in bounded memory. The transcript decides how events form items; terminals and plans are added here.
import type { PlanEntry, SessionEvent, TerminalEvent } from "@parley/acp";
import {
  createTranscript,
  type TerminalExit,
  type TerminalView,
  type ToolCallItem,
  type TranscriptItem,
} from "@parley/acp/transcript";
import { SETTLE_EVENTS, UNSETTLED_ITEMS_MAX, UNSETTLED_OUTPUT_CHARS_MAX } from "../limits.ts";

export interface TerminalPart {
  readonly type: "terminal";
  readonly seq: number;
  readonly at: number;
  readonly terminalId: string;
  readonly command: string | null;
  readonly output: string;
  readonly exit: TerminalExit | null;
}

export type SettledPart =
  | { readonly type: "item"; readonly item: TranscriptItem; readonly terminals: readonly TerminalPart[] }
  /** A terminal that no tool call shows. */
  | TerminalPart
  | { readonly type: "plan"; readonly seq: number; readonly at: number; readonly entries: readonly PlanEntry[] }
  /** Items that were too large to be held. */
  | { readonly type: "omitted"; readonly count: number };

export class SettledParts {
  readonly #transcript = createTranscript({
    itemsMax: UNSETTLED_ITEMS_MAX + SETTLE_EVENTS,
    terminalBytesMax: UNSETTLED_OUTPUT_CHARS_MAX,
  });
  readonly #terminals = new OpenTerminals();
  #plan: Extract<SettledPart, { type: "plan" }> | undefined;
  #nextItemId = 1;
  #events = 0;
  #omitted = 0;

  /** What is complete with this event; mostly nothing. */
  apply(event: SessionEvent): readonly SettledPart[] {
    if (event.type === "terminal") this.#terminals.add(event);
    else this.#applyToTranscript(event);
    this.#events += 1;
    if (event.type === "stop" || event.type === "changes" || event.type === "agent_crashed") return this.#settle(true);
    return this.#events >= SETTLE_EVENTS || this.#terminals.isOverfull ? this.#settle(false) : [];
  }

  /** Everything that is left. */
  end(): readonly SettledPart[] {
    return this.#settle(true);
  }

  /** Everything but terminals of the client: the transcript truncates long output, and repeats what it has shown. */
  #applyToTranscript(event: SessionEvent): void {
    if (event.type === "update" && event.update.sessionUpdate === "plan") {
      this.#plan = { type: "plan", seq: event.seq, at: event.at, entries: event.update.entries };
    }
    for (const patch of this.#transcript.apply(event)) {
      if (patch.type === "items_trimmed") this.#omitted += this.#countUnsettled(patch.count);
    }
  }

  /** `all`: the turn is over, nothing continues. */
  #settle(all: boolean): SettledPart[] {
    this.#events = 0;
    const { items, terminals } = this.#transcript.snapshot();
    const unsettled = items.filter(({ id }) => id >= this.#nextItemId);
    const parts: SettledPart[] = this.#omitted > 0 ? [{ type: "omitted", count: this.#omitted }] : [];
    this.#omitted = 0;
    for (const [index, item] of unsettled.entries()) {
      const left = unsettled.length - index;
      if (!all && left < UNSETTLED_ITEMS_MAX && (left === 1 || !isAtRest(item))) break;
      this.#nextItemId = item.id + 1;
      parts.push({ type: "item", item, terminals: this.#terminalsOf(item, terminals) });
    }
    const last = parts.at(-1);
    const stop = last?.type === "item" && last.item.type === "stop" ? parts.splice(-1) : [];
    if (all || this.#terminals.isOverfull) parts.push(...this.#terminals.takeAll());
    if (all && this.#plan !== undefined) {
      parts.push(this.#plan);
      this.#plan = undefined;
    }
    return [...parts, ...stop];
  }

  #terminalsOf(item: TranscriptItem, views: readonly TerminalView[]): TerminalPart[] {
    if (item.type !== "tool_call") return [];
    const own = views.filter(({ toolCallId }) => toolCallId === item.toolCallId).map((view) => toPart(item, view));
    const shown = item.content.flatMap((content) => (content.type === "terminal" ? [content.terminalId] : []));
    return [...own, ...shown.flatMap((id) => this.#terminals.take(id) ?? [])];
  }

  /** The oldest items that the transcript dropped. */
  #countUnsettled(count: number): number {
    const [first] = this.#transcript.snapshot().items;
    const lost = first === undefined ? count : Math.max(0, first.id - this.#nextItemId);
    this.#nextItemId += lost;
    return lost;
  }
}

function isAtRest(item: TranscriptItem): boolean {
  if (item.type === "tool_call") return item.status === "completed" || item.status === "failed";
  return !("phase" in item) || item.phase !== "open";
}

function toPart({ seq, at }: ToolCallItem, { terminalId, output, exit }: TerminalView): TerminalPart {
  return { type: "terminal", seq, at, terminalId, command: null, output, exit };
}

/** Terminals of the client, with their output since it was last taken. */
class OpenTerminals {
  readonly #byId = new Map<string, { part: TerminalPart; readonly output: string[] }>();
  #chars = 0;

  get isOverfull(): boolean {
    return this.#chars > UNSETTLED_OUTPUT_CHARS_MAX;
  }

  add({ seq, at, terminalId, command, output, exit }: TerminalEvent): void {
    let open = this.#byId.get(terminalId);
    if (open === undefined) {
      open = { part: { type: "terminal", seq, at, terminalId, command: null, output: "", exit: null }, output: [] };
      this.#byId.set(terminalId, open);
      this.#chars += terminalId.length;
    }
    if (command !== undefined) open.part = { ...open.part, command };
    if (exit !== undefined) open.part = { ...open.part, exit };
    if (output === undefined || output === "") return;
    open.output.push(output);
    this.#chars += output.length;
  }

  take(terminalId: string): TerminalPart | undefined {
    const open = this.#byId.get(terminalId);
    if (open === undefined) return undefined;
    this.#byId.delete(terminalId);
    const output = open.output.join("");
    this.#chars -= terminalId.length + output.length;
    return { ...open.part, output };
  }

  takeAll(): TerminalPart[] {
    return [...this.#byId.keys()].flatMap((id) => this.take(id) ?? []);
  }
}
