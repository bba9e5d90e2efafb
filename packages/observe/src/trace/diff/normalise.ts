// Removes meaningless differences between two recordings: ids, times, folders, chunk boundaries of text.
import { isObject } from "@parley/base";
import { createConversation, fieldsOf, type PlacedFrame } from "../conversation.ts";
import { COMPARE_DEPTH_MAX } from "../../limits.ts";
import { labelOf } from "../show/timeline.ts";
import type { Side, TraceItem } from "../trace-item.ts";

/** A frame in normalised form. */
export interface ComparedFrame {
  /** From the first frame, if several chunks were merged. */
  readonly line: number;
  readonly from: Side;
  readonly label: string;
  readonly value: unknown;
}

export interface NormaliseOptions {
  /** Compare `_meta` too. */
  readonly withMeta?: boolean | undefined;
  /** Do not merge chunks. */
  readonly withChunks?: boolean | undefined;
}

/** Fields whose values are generated names. */
const MADE_UP: Readonly<Record<string, string>> = {
  sessionId: "session",
  toolCallId: "tool call",
  terminalId: "terminal",
  messageId: "message",
  elicitationId: "elicitation",
  compactionId: "compaction",
  requestId: "request",
};
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;
const CHUNKS: ReadonlySet<string> = new Set(["user_message_chunk", "agent_message_chunk", "agent_thought_chunk"]);
/** Shorter ones occur in too many texts. */
const FOLDER_CHARS_MIN = 2;

export function normaliseTrace(items: Iterable<TraceItem>, options: NormaliseOptions = {}): readonly ComparedFrame[] {
  const normaliser = new Normaliser(options);
  const frames: ComparedFrame[] = [];
  const conversation = createConversation();
  for (const item of items) {
    if (item.type === "header" && item.header.part === 1) conversation.restart();
    if (item.type !== "frame") continue;
    const compared = normaliser.normalise(conversation.add(item));
    const joined = options.withChunks === true ? undefined : joinChunks(frames.at(-1), compared);
    if (joined === undefined) frames.push(compared);
    else frames[frames.length - 1] = joined;
  }
  return frames;
}

class Normaliser {
  readonly #withMeta: boolean;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Replaced inside texts: session ids and folders. */
  readonly #inTexts = new Map<string, string>();

  constructor({ withMeta = false }: NormaliseOptions) {
    this.#withMeta = withMeta;
  }

  normalise(placed: PlacedFrame): ComparedFrame {
    const { frame, kind, request, connection, id, params } = placed;
    const place = { line: frame.line, from: frame.from, label: labelOf(placed) };
    if (kind === "text") return { ...place, value: frame.text };
    this.#learn(params["cwd"], "cwd");
    const message = fieldsOf(frame.message);
    const own = `${connection} ${request?.from ?? frame.from} ${typeof id} ${String(id)}`;
    const named = "id" in message ? { ...message, id: this.#nameOf("id", own) } : frame.message;
    return { ...place, value: this.#clean(named, undefined, 0) };
  }

  #learn(value: unknown, kind: string): void {
    if (typeof value !== "string" || value.length < FOLDER_CHARS_MIN || this.#inTexts.has(value)) return;
    this.#inTexts.set(value, this.#nameOf(kind, value));
  }

  #nameOf(kind: string, value: string): string {
    const key = `${kind} ${value}`;
    let name = this.#names.get(key);
    if (name === undefined) {
      const count = (this.#counts.get(kind) ?? 0) + 1;
      this.#counts.set(kind, count);
      name = `<${kind} ${count}>`;
      this.#names.set(key, name);
    }
    return name;
  }

  #clean(value: unknown, field: string | undefined, depth: number): unknown {
    if (typeof value === "string") return this.#cleanText(value, field);
    if (typeof value !== "object" || value === null || depth > COMPARE_DEPTH_MAX) return value;
    if (Array.isArray(value)) return value.map((member) => this.#clean(member, undefined, depth + 1));
    const cleaned: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      if (name === "_meta" && !this.#withMeta) continue;
      cleaned[name] = this.#clean(inner, name, depth + 1);
    }
    return cleaned;
  }

  #cleanText(value: string, field: string | undefined): string {
    const kind = field !== undefined && Object.hasOwn(MADE_UP, field) ? MADE_UP[field] : undefined;
    if (kind !== undefined) {
      if (kind === "session") this.#learn(value, kind);
      return this.#nameOf(kind, value);
    }
    if (TIME.test(value)) return "<time>";
    let cleaned = value;
    for (const [known, name] of this.#inTexts) if (cleaned.includes(known)) cleaned = cleaned.replaceAll(known, name);
    return cleaned;
  }
}

/** Two chunks of one text, merged. */
function joinChunks(before: ComparedFrame | undefined, after: ComparedFrame): ComparedFrame | undefined {
  if (before === undefined || before.from !== after.from || before.label !== after.label) return undefined;
  const [one, other] = [chunkOf(before.value), chunkOf(after.value)];
  if (one === undefined || other === undefined || one.key !== other.key) return undefined;
  return { ...before, value: one.with(one.text + other.text) };
}

interface Chunk {
  readonly text: string;
  /** What must be equal to merge two chunks. */
  readonly key: string;
  readonly with: (text: string) => unknown;
}

function chunkOf(value: unknown): Chunk | undefined {
  const message = fieldsOf(value);
  const params = fieldsOf(message["params"]);
  const update = fieldsOf(params["update"]);
  const { content, sessionUpdate } = update;
  if (typeof sessionUpdate !== "string" || !CHUNKS.has(sessionUpdate) || !isObject(content)) return undefined;
  const { text } = content;
  if (content["type"] !== "text" || typeof text !== "string") return undefined;
  const build = (words: string): unknown => ({
    ...message,
    params: { ...params, update: { ...update, content: { ...content, text: words } } },
  });
  return { text, key: JSON.stringify(build("")), with: build };
}
