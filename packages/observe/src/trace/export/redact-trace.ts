// A trace without secrets, item by item and in the same order.
import { parseTrace } from "../read/read-trace.ts";
import { StreamedText, type Released } from "../streamed-text.ts";
import type { TraceItem } from "../trace-item.ts";
import { toTraceLine } from "./to-trace-line.ts";

export async function* redactTrace(items: AsyncIterable<TraceItem>): AsyncGenerator<TraceItem> {
  const streams = new StreamedText<TraceItem>();
  for await (const item of items) {
    const [message, bytes] = item.type === "frame" ? [item.message, item.bytes] : [undefined, 0];
    yield* streams.add(item, message, bytes).map(redactItem);
  }
  yield* streams.release().map(redactItem);
}

function redactItem({ item, text: streamed }: Released<TraceItem>): TraceItem {
  if (item.type !== "frame") return item;
  const [clean] = parseTrace(toTraceLine(item, { redact: true, streamed }));
  return clean?.type === "frame" ? { ...clean, line: item.line } : item;
}
