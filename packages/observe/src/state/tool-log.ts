// The latest tool calls of one session, and how often each tool was called.
import type { Observation } from "../extract/observation.ts";
import { OTHER_TOOLS, WATCHED_TOOL_CALLS_MAX, TOOL_NAMES_MAX } from "../limits.ts";
import type { WatchedToolCall } from "./watched.ts";

type ToolCallObservation = Extract<Observation, { type: "tool_call" }>;

interface Entry {
  call: WatchedToolCall;
  countedAs: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ToolLog {
  readonly #entries = new Map<string, Entry>();
  /**
   * The serialised entries of an idle session: as objects they take three times as much memory, and slow down every
   * garbage collection.
   */
  #packed: Uint8Array | undefined;
  readonly #counts = new Map<string, number>();
  #list: readonly WatchedToolCall[] | undefined;

  get latest(): readonly WatchedToolCall[] {
    this.#list ??= this.#read().map(({ call }) => call);
    return this.#list;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** True if the call is open now. */
  add(said: ToolCallObservation): boolean {
    this.#list = undefined;
    this.#unpack();
    const known = this.#entries.get(said.toolCallId);
    const call = toCall(said, known?.call);
    const countedAs = this.#count(said.name ?? said.kind ?? "other", known?.countedAs);
    this.#entries.set(said.toolCallId, { call, countedAs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= WATCHED_TOOL_CALLS_MAX) break;
      this.#entries.delete(oldest);
    }
    return call.endedAtMs === undefined;
  }

  /** Agents do not always report the end of a call; it ends with its turn. */
  endAll(atMs: number): void {
    this.#unpack();
    for (const entry of this.#entries.values()) {
      const { toolCallId, title, kind, status, startedAtMs, endedAtMs } = entry.call;
      if (endedAtMs === undefined) entry.call = { toolCallId, title, kind, status, startedAtMs, endedAtMs: atMs };
    }
    this.#list = undefined;
  }

  /** Until the next call, or an update of an earlier one. */
  pack(): void {
    if (this.#entries.size === 0) return;
    this.#packed = encoder.encode(JSON.stringify(this.#read()));
    this.#entries.clear();
    this.#list = undefined;
  }

  #unpack(): void {
    if (this.#packed === undefined) return;
    for (const entry of this.#read()) this.#entries.set(entry.call.toolCallId, entry);
    this.#packed = undefined;
  }

  #read(): Entry[] {
    if (this.#packed === undefined) return [...this.#entries.values()];
    return JSON.parse(decoder.decode(this.#packed)) as Entry[];
  }

  /** The name of a tool may arrive late; then the call is counted under it instead. */
  #count(name: string, before: string | undefined): string {
    const key = this.#counts.has(name) || this.#counts.size < TOOL_NAMES_MAX ? name : OTHER_TOOLS;
    if (key === before) return key;
    if (before !== undefined) {
      const left = (this.#counts.get(before) ?? 1) - 1;
      if (left > 0) this.#counts.set(before, left);
      else this.#counts.delete(before);
    }
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return key;
  }
}

const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/**
 * Field by field, because for a copy with an added property V8 keeps a separate hidden class each time, which is larger
 * than the call.
 */
function toCall(said: ToolCallObservation, known: WatchedToolCall | undefined): WatchedToolCall {
  const { toolCallId, atMs } = said;
  const status = said.status ?? known?.status ?? "pending";
  const title = said.title ?? known?.title ?? said.command ?? said.name ?? said.kind ?? toolCallId;
  const kind = said.kind ?? known?.kind ?? "other";
  const startedAtMs = known?.startedAtMs ?? atMs;
  if (!ENDED.has(status)) return { toolCallId, title, kind, status, startedAtMs };
  return { toolCallId, title, kind, status, startedAtMs, endedAtMs: known?.endedAtMs ?? atMs };
}
