// Parses bytes into the items of a trace. An unreadable line is an item, too, and reading continues.
import { TRACE_LINE_BYTES_MAX } from "../../limits.ts";
import type { TraceItem } from "../trace-item.ts";
import { parseTraceLine, toDamage } from "./parse-line.ts";
import { LineSplitter, type TextLine } from "./split-lines.ts";

export interface ReadTraceOptions {
  readonly lineCharsMax?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Text or bytes in pieces, cut anywhere. */
export type TraceSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

export async function* readTrace(source: TraceSource, options: ReadTraceOptions = {}): AsyncGenerator<TraceItem> {
  const { lineCharsMax = TRACE_LINE_BYTES_MAX, signal } = options;
  const splitter = new LineSplitter(lineCharsMax);
  const toItem = createItemReader(lineCharsMax);
  for await (const chunk of source) {
    signal?.throwIfAborted();
    for (const line of splitter.push(chunk)) yield* toItem(line);
  }
  for (const line of splitter.end()) yield* toItem(line);
}

/** A whole trace in memory. */
export function parseTrace(text: string): readonly TraceItem[] {
  const splitter = new LineSplitter(TRACE_LINE_BYTES_MAX);
  const toItem = createItemReader(TRACE_LINE_BYTES_MAX);
  return [...splitter.push(text), ...splitter.end()].flatMap(toItem);
}

function createItemReader(lineCharsMax: number): (line: TextLine) => readonly TraceItem[] {
  let number = 0;
  return ({ text, isTooLong, isHalf }) => {
    number += 1;
    if (isTooLong) return [toDamage(text, number, `The line is longer than ${lineCharsMax} characters`, isHalf)];
    const item = parseTraceLine(text, number, isHalf);
    return item === undefined ? [] : [item];
  };
}
