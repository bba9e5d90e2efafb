// The changed files in a session's log: the turns that changed files, and what was kept, undone or redone since.
import {
  parseSessionEventLine,
  type ChangedFile,
  type ReviewEvent,
  type RewoundEvent,
  type SessionEvent,
} from "@parley/acp";
import { toPromptTitle } from "@parley/home/session-log";
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

interface PromptPlace {
  readonly seq: number;
  readonly at: number;
  /** Its beginning. */
  readonly text: string;
}

export interface ChangeIndex {
  readonly turns: readonly TurnChanges[];
  readonly reviews: readonly ReviewEvent[];
  /** Rewinds that can be undone, because no prompt followed; latest last. */
  readonly rewinds: readonly RewoundEvent[];
  /** All prompts of the log, in order: the first is turn 1. */
  readonly prompts: readonly PromptPlace[];
}

interface GrowingIndex {
  readonly turns: TurnChanges[];
  readonly reviews: ReviewEvent[];
  readonly prompts: PromptPlace[];
  rewinds: RewoundEvent[];
  seq: number;
}

/** Nearly all lines of a log are irrelevant and are not parsed. */
const MARKS = ["prompt", "changes", "review", "rewound", "cleared", "handed_over"].map((type) => `"type":"${type}"`);

/** Logs only grow, so results are cached for the most recently used sessions. */
export class ChangeIndexes {
  readonly #store: Pick<HubStore, "readEvents">;
  /** The least recently used first. */
  readonly #known = new Map<string, GrowingIndex>();

  constructor(store: Pick<HubStore, "readEvents">) {
    this.#store = store;
  }

  async read(sessionId: string): Promise<ChangeIndex> {
    const index = this.#known.get(sessionId) ?? { turns: [], reviews: [], prompts: [], rewinds: [], seq: 0 };
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

function addLine(index: GrowingIndex, line: string): void {
  if (!MARKS.some((mark) => line.includes(mark))) return;
  const parsed = parseSessionEventLine(line);
  if (!parsed.ok) return;
  const event = parsed.value;
  const { turns, reviews, prompts } = index;
  index.rewinds = rewindsAfter(index.rewinds, event);
  if (event.type === "prompt") prompts.push({ seq: event.seq, at: event.at, text: toPromptTitle(event.prompt) ?? "" });
  else if (event.type === "review") reviews.push(event);
  else if (event.type === "changes") {
    const { seq, at, files, before, after, omitted = 0 } = event;
    turns.push({ number: prompts.length, promptSeq: prompts.at(-1)?.seq ?? 0, seq, at, files, before, after, omitted });
  }
}

/** Later events would be lost if the rewind were undone. */
function rewindsAfter(rewinds: RewoundEvent[], event: SessionEvent): RewoundEvent[] {
  if (event.type === "rewound") {
    return event.undoes === undefined ? [...rewinds, event] : rewinds.filter(({ seq }) => seq !== event.undoes);
  }
  return event.type === "prompt" || event.type === "cleared" || event.type === "handed_over" ? [] : rewinds;
}
