// What a session's log says of changed files: the turns that changed some, and what was kept, undone or redone since.
import { parseSessionEventLine, type ChangedFile, type ReviewEvent } from "@parley/acp";
import type { HubStore } from "../api/store.ts";
import { CHANGE_INDEXES_MAX, PAGE_EVENTS } from "../limits.ts";

export interface TurnChanges {
  /** The first prompt of the log has 1. */
  readonly number: number;
  /** Of its prompt, and of its `changes` event; a running turn has none yet. */
  readonly promptSeq: number;
  readonly seq?: number | undefined;
  readonly at?: number | undefined;
  readonly files: readonly ChangedFile[];
  readonly before: string;
  /** Undefined: it runs, and the files are as they are now. */
  readonly after?: string | undefined;
  readonly omitted: number;
}

export interface ChangeIndex {
  readonly turns: readonly TurnChanges[];
  readonly reviews: readonly ReviewEvent[];
  /** Sequence numbers of the prompts, in order. */
  readonly prompts: readonly number[];
}

interface GrowingIndex {
  readonly turns: TurnChanges[];
  readonly reviews: ReviewEvent[];
  readonly prompts: number[];
  seq: number;
}

/** Nearly all lines of a log are about something else, and are not parsed. */
const MARKS = ['"type":"prompt"', '"type":"changes"', '"type":"review"'] as const;

/** Logs only grow, so that what was read once is kept for the sessions used last. */
export class ChangeIndexes {
  readonly #store: Pick<HubStore, "readEvents">;
  /** The least recently used first. */
  readonly #known = new Map<string, GrowingIndex>();

  constructor(store: Pick<HubStore, "readEvents">) {
    this.#store = store;
  }

  async read(sessionId: string): Promise<ChangeIndex> {
    const index = this.#known.get(sessionId) ?? { turns: [], reviews: [], prompts: [], seq: 0 };
    this.#remember(sessionId, index);
    for (;;) {
      const after = index.seq;
      const lines = await this.#store.readEvents(sessionId, { after, limit: PAGE_EVENTS });
      // Another call has added these meanwhile.
      if (index.seq !== after) continue;
      for (const line of lines) addLine(index, line);
      index.seq += lines.length;
      if (lines.length < PAGE_EVENTS) break;
    }
    return index;
  }

  #remember(sessionId: string, index: GrowingIndex): void {
    this.#known.delete(sessionId);
    this.#known.set(sessionId, index);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= CHANGE_INDEXES_MAX) return;
      this.#known.delete(oldest);
    }
  }
}

function addLine({ turns, reviews, prompts }: GrowingIndex, line: string): void {
  if (!MARKS.some((mark) => line.includes(mark))) return;
  const parsed = parseSessionEventLine(line);
  if (!parsed.ok) return;
  const event = parsed.value;
  if (event.type === "prompt") prompts.push(event.seq);
  else if (event.type === "review") reviews.push(event);
  else if (event.type === "changes") {
    const { seq, at, files, before, after, omitted = 0 } = event;
    turns.push({ number: prompts.length, promptSeq: prompts.at(-1) ?? 0, seq, at, files, before, after, omitted });
  }
}
