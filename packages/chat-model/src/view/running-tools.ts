// Running tool calls, and terminals with or without a tool call.
import type { Patch, PermissionItem, TerminalView, ToolCallItem, TranscriptItem } from "@parley/acp/transcript";
import { ENDED_TOOLS_MAX } from "../limits.ts";
import {
  appendOutput,
  isOver,
  toTerminalTail,
  toVerdict,
  type TerminalTail,
  type ToolView,
  type Verdict,
} from "./tool-view.ts";
import type { WorkClock, WorkStamp } from "./work-clock.ts";

type TerminalPatch = Extract<
  Patch,
  { type: "terminal_added" | "terminal_changed" | "output_appended" | "terminals_removed" }
>;

interface Running {
  item: ToolCallItem;
  /** Set again when it is allowed, and when it begins to run. */
  start: WorkStamp;
  verdict?: Verdict | undefined;
  /** The turn ended before the call did; its end may still be reported. */
  isCut: boolean;
}

export class RunningTools {
  readonly #byItem = new Map<number, Running>();
  /** The most recently finished calls, which an agent may still update. */
  readonly #ended = new Map<number, Running>();
  readonly #terminals = new Map<string, TerminalTail>();
  readonly #permissions = new Map<number, PermissionItem>();
  readonly #clock: WorkClock;
  readonly #onEnd: (tool: ToolView) => void;
  /** The session's folder. */
  cwd: string | undefined;

  constructor(clock: WorkClock, onEnd: (tool: ToolView) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  get running(): readonly ToolView[] {
    return [...this.#byItem.values()].filter(({ isCut }) => !isCut).map((tool) => this.#view(tool));
  }

  /** Terminals that do not belong to a tool call. */
  get loose(): readonly TerminalTail[] {
    return [...this.#terminals.values()].filter(({ toolCallId, exit }) => toolCallId === null && exit === null);
  }

  add(item: ToolCallItem): void {
    const tool: Running = { item, start: this.#clock.stamp(item.at), isCut: false };
    this.#byItem.set(item.id, tool);
    if (isOver(item)) this.#end(tool, item.at);
  }

  /** Calls from before; only those of a running turn are shown. An agent may reuse the id of an ended one. */
  seed(items: readonly TranscriptItem[], terminals: readonly TerminalView[], isRunning: boolean): void {
    const calls = items.filter((item) => item.type === "tool_call").slice(-ENDED_TOOLS_MAX);
    for (const item of calls) {
      if (this.#byItem.has(item.id) || this.#ended.has(item.id)) continue;
      const tool: Running = { item, start: this.#clock.stamp(item.at), isCut: !isRunning };
      if (isOver(item)) this.#ended.set(item.id, tool);
      else this.#byItem.set(item.id, tool);
    }
    for (const terminal of terminals) {
      const call = [...this.#byItem.values()].find(({ item }) => item.toolCallId === terminal.toolCallId);
      if (call !== undefined && !this.#terminals.has(terminal.terminalId))
        this.#terminals.set(terminal.terminalId, toTerminalTail(terminal, call.item.at));
    }
  }

  change(itemId: number, changes: object, at: number): void {
    const permission = this.#permissions.get(itemId);
    if (permission !== undefined) return this.permission({ ...permission, ...changes }, at);
    const tool = this.#byItem.get(itemId) ?? this.#ended.get(itemId);
    if (tool === undefined) return;
    const isBegun = tool.item.status !== "in_progress";
    tool.item = { ...tool.item, ...changes };
    if (isBegun && tool.item.status === "in_progress") tool.start = this.#clock.stamp(at);
    if (!this.#ended.has(itemId)) {
      if (isOver(tool.item)) this.#end(tool, at);
    } else if (!isOver(tool.item)) {
      // Some agents try again after a failure, under the same id.
      tool.isCut = false;
      this.#ended.delete(itemId);
      this.#byItem.set(itemId, tool);
    }
  }

  permission(item: PermissionItem, at: number): void {
    if (item.phase === "open") {
      this.#permissions.set(item.id, item);
      return;
    }
    this.#permissions.delete(item.id);
    const verdict = toVerdict(item);
    for (const tool of this.#byItem.values()) {
      if (tool.item.toolCallId !== item.toolCallId || verdict === undefined) continue;
      tool.verdict = verdict;
      tool.start = this.#clock.stamp(at);
    }
  }

  terminal(patch: TerminalPatch, at: number): void {
    if (patch.type === "terminals_removed") {
      for (const id of patch.terminalIds) this.#terminals.delete(id);
    } else if (patch.type === "terminal_added") {
      this.#terminals.set(patch.terminal.terminalId, toTerminalTail(patch.terminal, at));
    } else {
      const known = this.#terminals.get(patch.terminalId);
      if (known === undefined) return;
      const next = patch.type === "output_appended" ? appendOutput(known, patch.text) : { ...known, ...patch.changes };
      this.#terminals.set(patch.terminalId, next);
    }
  }

  /** The turn is over, so unfinished calls are shown as they are; some agents report their end only afterwards. */
  cut(at: number): void {
    for (const tool of this.#byItem.values()) {
      if (tool.isCut) {
        this.#byItem.delete(tool.item.id);
        continue;
      }
      tool.isCut = true;
      this.#onEnd({ ...this.#view(tool, at), isCut: true });
    }
    this.#permissions.clear();
  }

  #end(tool: Running, at: number): void {
    this.#byItem.delete(tool.item.id);
    this.#ended.set(tool.item.id, tool);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > ENDED_TOOLS_MAX && oldest !== undefined) this.#ended.delete(oldest);
    this.#onEnd(this.#view(tool, at));
    for (const { terminalId, toolCallId } of this.#terminals.values()) {
      if (toolCallId === tool.item.toolCallId) this.#terminals.delete(terminalId);
    }
  }

  #view({ item, start, verdict }: Running, endedAt?: number): ToolView {
    const { toolCallId } = item;
    const terminals = [...this.#terminals.values()].filter((terminal) => terminal.toolCallId === toolCallId);
    const timing = endedAt === undefined ? this.#clock.timingSince(start) : this.#clock.timingBetween(start, endedAt);
    return { item, terminals, timing, verdict, cwd: this.cwd };
  }
}
