// Redacts text that arrives in several messages: a secret may start in one of them and end in another.
//
// Messages of a stream are held back until enough text follows them or the stream ends, and are released in order.
import { isObject, type JsonObject } from "@parley/base";
import { findSecrets } from "@parley/policy";
import { STREAM_HELD_BYTES_MAX, STREAM_HELD_FRAMES_MAX, STREAM_TAIL_CHARS, STREAMS_MAX } from "../limits.ts";

const HIDDEN = "…";
const CHUNKS: ReadonlySet<unknown> = new Set(["agent_message_chunk", "agent_thought_chunk", "user_message_chunk"]);
/** Updates that agents send in the middle of a message. Any other message of the session ends its stream. */
const ASIDES: ReadonlySet<unknown> = new Set([
  "available_commands_update",
  "config_option_update",
  "current_mode_update",
  "plan",
  "session_info_update",
  "usage_update",
]);

export interface Released<Item> {
  readonly item: Item;
  /** Replacement for the streamed text; undefined for a message that is not part of a stream. */
  readonly text: string | undefined;
}

interface Stream {
  readonly kind: unknown;
  readonly messageId: unknown;
  /** The end of the text so far, and where in the whole text it starts. */
  text: string;
  start: number;
  /** Messages up to here may be released. */
  settled: number;
}

interface Held<Item> {
  readonly item: Item;
  readonly byteLength: number;
  readonly stream: Stream | undefined;
  readonly from: number;
  readonly text: string;
  redacted: string | undefined;
}

interface Chunk {
  readonly kind: unknown;
  readonly messageId: unknown;
  readonly text: string;
}

export class StreamedText<Item> {
  readonly #streams = new Map<string, Stream>();
  /** Sessions by the id of their prompt: its response ends the stream. */
  readonly #prompts = new Map<string, string>();
  #held: Held<Item>[] = [];
  #heldBytes = 0;

  get heldCount(): number {
    return this.#held.length;
  }

  /** `message` is the parsed item. Returns what may be written now, in order. */
  add(item: Item, message: unknown, byteLength: number): readonly Released<Item>[] {
    const place = { item, byteLength, redacted: undefined };
    const sessionId = this.#sessionOf(message);
    const chunk = readChunk(message);
    if (sessionId === undefined || chunk === undefined) {
      if (sessionId !== undefined && !isAside(message)) this.#end(sessionId);
      this.#hold({ ...place, stream: undefined, from: 0, text: "" });
    } else {
      const stream = this.#streamOf(sessionId, chunk);
      this.#hold({ ...place, stream, from: endOf(stream), text: chunk.text });
      stream.text += chunk.text;
      const end = endOf(stream);
      if (end - stream.settled >= 2 * STREAM_TAIL_CHARS) this.#settle(stream, end - STREAM_TAIL_CHARS);
    }
    const isFull = this.#held.length > STREAM_HELD_FRAMES_MAX || this.#heldBytes > STREAM_HELD_BYTES_MAX;
    return isFull ? this.release() : this.#takeReady();
  }

  /** Releases everything. Streams continue, and later text is still compared with their end. */
  release(): readonly Released<Item>[] {
    for (const stream of this.#streams.values()) this.#settle(stream, Number.POSITIVE_INFINITY);
    return this.#takeReady();
  }

  #hold(held: Held<Item>): void {
    this.#held.push(held);
    this.#heldBytes += held.byteLength;
  }

  #takeReady(): readonly Released<Item>[] {
    const isHeldBack = ({ stream, redacted }: Held<Item>): boolean => stream !== undefined && redacted === undefined;
    const first = this.#held.findIndex(isHeldBack);
    const ready = this.#held.splice(0, first === -1 ? this.#held.length : first);
    for (const { byteLength } of ready) this.#heldBytes -= byteLength;
    return ready.map(({ item, redacted }) => ({ item, text: redacted }));
  }

  #streamOf(sessionId: string, { kind, messageId }: Chunk): Stream {
    const known = this.#streams.get(sessionId);
    if (known !== undefined && known.kind === kind && known.messageId === messageId) return known;
    this.#end(sessionId);
    const [oldest] = this.#streams.keys();
    if (oldest !== undefined && this.#streams.size >= STREAMS_MAX) this.#end(oldest);
    const stream: Stream = { kind, messageId, text: "", start: 0, settled: 0 };
    this.#streams.set(sessionId, stream);
    return stream;
  }

  #end(sessionId: string): void {
    const stream = this.#streams.get(sessionId);
    if (stream === undefined) return;
    this.#settle(stream, Number.POSITIVE_INFINITY);
    this.#streams.delete(sessionId);
  }

  /**
   * Redacts the messages that end at `upTo` or before. If a secret continues after a message, it waits for the rest.
   */
  #settle(stream: Stream, upTo: number): void {
    const spans = findSecrets(stream.text).map(({ start, end }) => ({
      start: stream.start + start,
      end: stream.start + end,
    }));
    const through = spans.find(({ start, end }) => start < upTo && end > upTo);
    const cut = Math.min(through?.start ?? upTo, endOf(stream));
    let next = endOf(stream);
    for (const held of this.#held) {
      if (held.stream !== stream || held.redacted !== undefined) continue;
      if (held.from + held.text.length > cut) {
        next = held.from;
        break;
      }
      held.redacted = hide(held, spans);
    }
    stream.settled = Math.max(stream.settled, cut);
    const keptFrom = Math.max(stream.start, Math.min(next, cut) - STREAM_TAIL_CHARS);
    stream.text = stream.text.slice(keptFrom - stream.start);
    stream.start = keptFrom;
  }

  #sessionOf(message: unknown): string | undefined {
    if (!isObject(message)) return undefined;
    const { id, method, params } = message;
    if (method === undefined) {
      const sessionId = this.#prompts.get(JSON.stringify(id));
      this.#prompts.delete(JSON.stringify(id));
      return sessionId;
    }
    const sessionId = isObject(params) ? params["sessionId"] : undefined;
    if (typeof sessionId !== "string") return undefined;
    if (method === "session/prompt" && this.#prompts.size < STREAMS_MAX)
      this.#prompts.set(JSON.stringify(id), sessionId);
    return sessionId;
  }
}

function endOf({ start, text }: Stream): number {
  return start + text.length;
}

function updateOf(message: unknown): JsonObject | undefined {
  if (!isObject(message) || message["method"] !== "session/update" || !isObject(message["params"])) return undefined;
  const { update } = message["params"];
  return isObject(update) ? update : undefined;
}

function isAside(message: unknown): boolean {
  return ASIDES.has(updateOf(message)?.["sessionUpdate"]);
}

function readChunk(message: unknown): Chunk | undefined {
  const { sessionUpdate: kind, content, messageId } = updateOf(message) ?? {};
  if (!CHUNKS.has(kind) || !isObject(content) || typeof content["text"] !== "string") return undefined;
  return { kind, messageId, text: content["text"] };
}

/** The replacement text is in the message in which the secret starts. */
function hide(held: Held<unknown>, spans: readonly { readonly start: number; readonly end: number }[]): string {
  const { from, text } = held;
  let shown = "";
  let at = from;
  for (const { start, end } of spans) {
    if (end <= at || start >= from + text.length) continue;
    if (start >= at) shown += text.slice(at - from, start - from) + HIDDEN;
    at = Math.min(end, from + text.length);
  }
  return shown + text.slice(at - from);
}
