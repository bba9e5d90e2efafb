// Full-text search over logs, one after the other. Nothing is indexed: most logs are ruled out by their bytes, the others are read.
import { closeSync, fstatSync, openSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { foldCase, hasErrno } from "@parley/base";
import { readLineBlocksSync } from "../files/line-blocks.ts";
import { SEARCH_SLICE_MS } from "../../limits.ts";
import type { ReadSession, SearchHit } from "../session-store.ts";
import { SettledParts, type SettledPart } from "../settled-parts.ts";
import { toExcerpt } from "./excerpt.ts";
import { textsOf } from "./part-text.ts";
import { Prefilter } from "./prefilter.ts";
import { parseQuery, type Query } from "./query.ts";

export interface SearchedSession extends ReadSession {
  readonly path: string;
}

interface SearchOptions {
  readonly limit: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly lineBytesMax: number;
}

export async function* searchSessions(
  text: string,
  sessions: readonly SearchedSession[],
  { limit = Number.POSITIVE_INFINITY, signal, lineBytesMax }: SearchOptions,
): AsyncGenerator<SearchHit> {
  const query = parseQuery(text);
  const pace = new Pace(signal);
  let count = 0;
  for (const session of sessions) {
    try {
      if (!(await mayMatch(session.path, query, lineBytesMax, pace))) continue;
      for await (const hit of searchSession(session, query, pace)) {
        if (count >= limit) return;
        count += 1;
        yield hit;
      }
    } catch (error) {
      // Deleted since it was listed.
      if (!hasErrno(error, "ENOENT")) throw error;
    }
  }
}

async function mayMatch(path: string, query: Query, lineBytesMax: number, pace: Pace): Promise<boolean> {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const prefilter = new Prefilter(query);
    for (const block of readLineBlocksSync(file, { from: 0, to: size, lineBytesMax })) {
      if ("bytes" in block) prefilter.add(block.bytes);
      if (prefilter.mayMatch) return true;
      await pace.rest();
    }
    return prefilter.mayMatch;
  } finally {
    closeSync(file);
  }
}

async function* searchSession(session: ReadSession, query: Query, pace: Pace): AsyncGenerator<SearchHit> {
  const parts = new SettledParts();
  for await (const event of session.events) {
    for (const part of parts.apply(event)) yield* findIn(part, session, query);
    await pace.rest();
  }
  for (const part of parts.end()) yield* findIn(part, session, query);
}

function* findIn(part: SettledPart, { info }: ReadSession, query: Query): Generator<SearchHit> {
  for (const { text, what, seq, at } of textsOf(part)) {
    const folded = foldCase(text);
    if (!query.every((word) => folded.includes(word))) continue;
    const [word = ""] = query;
    yield { session: info, seq, at, what, ...toExcerpt(text, folded.indexOf(word), word) };
  }
}

/** Lets other work run, and checks for cancellation. */
class Pace {
  readonly #signal: AbortSignal | undefined;
  #sinceMs = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  rest(): Promise<void> | undefined {
    this.#signal?.throwIfAborted();
    return performance.now() - this.#sinceMs < SEARCH_SLICE_MS ? undefined : this.#pause();
  }

  async #pause(): Promise<void> {
    await setImmediate();
    this.#sinceMs = performance.now();
  }
}
