// Tool calls by id. Calls and updates arrive in any order and repeatedly; each changes only the fields it has.
import type { ToolCall, ToolCallUpdate } from "../generated/types.ts";
import type { Entry, EventStamp, ItemList, Owner } from "./item-list.ts";
import type { ToolCallItem } from "./items.ts";
import { readTerminalReports, withoutTerminalReports, type Meta } from "./terminal-report.ts";
import type { Terminals } from "./terminals.ts";

type Fields = Pick<ToolCallItem, (typeof PROTOCOL_FIELDS)[number] | "meta">;

const PROTOCOL_FIELDS = ["title", "name", "kind", "status", "content", "locations", "rawInput", "rawOutput"] as const;

export class ToolCalls implements Owner<ToolCallItem> {
  readonly #items: ItemList;
  readonly #terminals: Terminals;
  readonly #byId = new Map<string, Entry<ToolCallItem>>();

  constructor(items: ItemList, terminals: Terminals) {
    this.#items = items;
    this.#terminals = terminals;
  }

  /** An update for an unknown tool call creates it. */
  upsert(stamp: EventStamp, update: ToolCall | ToolCallUpdate): void {
    const { toolCallId, content, _meta: meta } = update;
    const known = this.#byId.get(toolCallId);
    const entry = known ?? this.#add(stamp, update);
    if (known !== undefined) this.#change(known, update);
    if (content !== null && content !== undefined) this.#terminals.name(content, entry);
    if (meta === null || meta === undefined) return;
    for (const report of readTerminalReports(meta, toolCallId)) this.#terminals.report(stamp, report, entry);
  }

  forget(entry: Entry<ToolCallItem>): void {
    this.#byId.delete(entry.item.toolCallId);
    this.#terminals.removeOwnedBy(entry);
  }

  #add({ seq, at }: EventStamp, update: ToolCall | ToolCallUpdate): Entry<ToolCallItem> {
    const { toolCallId } = update;
    // The fields are written out, because spreading is several times slower and there are many tool calls.
    const item: ToolCallItem = {
      id: this.#items.takeId(),
      seq,
      at,
      type: "tool_call",
      toolCallId,
      title: update.title ?? null,
      name: update.name ?? null,
      kind: update.kind ?? null,
      status: update.status ?? null,
      content: update.content ?? [],
      locations: update.locations ?? [],
      rawInput: update.rawInput ?? null,
      rawOutput: update.rawOutput ?? null,
      meta: ownMeta(update),
    };
    const entry = this.#items.add(item, this);
    this.#byId.set(toolCallId, entry);
    return entry;
  }

  /** Absent and null both leave a field unchanged: the protocol cannot remove something from a tool call. */
  #change(entry: Entry<ToolCallItem>, update: ToolCall | ToolCallUpdate): void {
    const changes: { -readonly [F in keyof Fields]?: unknown } = {};
    let isChanged = false;
    for (const field of PROTOCOL_FIELDS) {
      const value = update[field];
      if (value === undefined || value === null || value === entry.item[field]) continue;
      changes[field] = value;
      isChanged = true;
    }
    const meta = ownMeta(update);
    if (meta !== null) changes.meta = meta;
    if (isChanged || meta !== null) this.#items.change(entry, changes as Partial<Fields>);
  }
}

function ownMeta({ _meta: meta }: ToolCall | ToolCallUpdate): Meta | null {
  return meta === undefined || meta === null ? null : withoutTerminalReports(meta);
}
