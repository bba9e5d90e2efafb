// Bytes → the items of a trace, one after the other. What cannot be read is an item too, and the rest goes on.
import { DAMAGE_CHARS_MAX, TRACE_LINE_BYTES_MAX } from "../limits.ts";
import type { TraceItem } from "../trace-item.ts";
import { parseTraceLine, toDamage } from "./parse-line.ts";

export interface ReadTraceOptions {
  readonly lineBytesMax?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Text or bytes in pieces, cut anywhere. */
export type TraceSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

export async function* readTrace(source: TraceSource, options: ReadTraceOptions = {}): AsyncGenerator<TraceItem> {
  const lines = new TraceLines(options.lineBytesMax ?? TRACE_LINE_BYTES_MAX);
  for await (const chunk of source) {
    options.signal?.throwIfAborted();
    yield* lines.push(chunk);
  }
  yield* lines.end();
}

/** A whole trace in memory. */
export function parseTrace(text: string): readonly TraceItem[] {
  const lines = new TraceLines(TRACE_LINE_BYTES_MAX);
  return [...lines.push(text), ...lines.end()];
}

class TraceLines {
  readonly #lineCharsMax: number;
  readonly #decoder = new TextDecoder();
  #line = 0;
  /** Of the line that has not ended. */
  #pieces: string[] = [];
  #chars = 0;
  /** Set while a line goes on that is over the limit: its beginning. */
  #tooLong: string | undefined;

  constructor(lineCharsMax: number) {
    this.#lineCharsMax = lineCharsMax;
  }

  *push(chunk: Uint8Array | string): Generator<TraceItem> {
    const text = typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#hold(text.slice(start, end));
      yield* this.#take(false);
      start = end + 1;
    }
    this.#hold(text.slice(start));
  }

  *end(): Generator<TraceItem> {
    this.#hold(this.#decoder.decode());
    if (this.#chars > 0 || this.#tooLong !== undefined) yield* this.#take(true);
  }

  #hold(text: string): void {
    if (text === "" || this.#tooLong !== undefined) return;
    this.#chars += text.length;
    this.#pieces.push(text);
    if (this.#chars <= this.#lineCharsMax) return;
    this.#tooLong = this.#pieces.join("").slice(0, DAMAGE_CHARS_MAX);
    this.#pieces = [];
  }

  *#take(isHalf: boolean): Generator<TraceItem> {
    this.#line += 1;
    const [text, tooLong] = [this.#pieces.join(""), this.#tooLong];
    this.#pieces = [];
    this.#chars = 0;
    this.#tooLong = undefined;
    const item =
      tooLong === undefined
        ? parseTraceLine(text, this.#line, isHalf)
        : toDamage(tooLong, this.#line, `The line is longer than ${this.#lineCharsMax} characters`, isHalf);
    if (item !== undefined) yield item;
  }
}
