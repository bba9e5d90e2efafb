// The frames of a trace that match a query.
import { createConversation, type PlacedFrame } from "../conversation.ts";
import type { TraceItem } from "../trace-item.ts";
import { compileQuery } from "./compile-query.ts";
import { parseQuery } from "./parse-query.ts";

/** Throws `usage` at once if the query is invalid. */
export function queryTrace(
  items: AsyncIterable<TraceItem> | Iterable<TraceItem>,
  query: string,
): AsyncGenerator<PlacedFrame> {
  const { where, limit = Number.POSITIVE_INFINITY } = parseQuery(query);
  return find(items, compileQuery(where), limit);
}

async function* find(
  items: AsyncIterable<TraceItem> | Iterable<TraceItem>,
  test: ReturnType<typeof compileQuery>,
  limit: number,
): AsyncGenerator<PlacedFrame> {
  const conversation = createConversation();
  let startMs: number | undefined;
  let found = 0;
  if (limit === 0) return;
  for await (const item of items) {
    if (item.type === "header" && item.header.part === 1) conversation.restart();
    if (item.type !== "frame") continue;
    startMs ??= item.atMs;
    const placed = conversation.add(item);
    if (!test({ placed, startMs })) continue;
    yield placed;
    found += 1;
    if (found >= limit) return;
  }
}
