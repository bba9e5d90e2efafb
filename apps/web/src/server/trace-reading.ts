// Reads the trace of a session piece by piece: each time what came since.
import { parseTrace, type TraceItem } from "@parley/chat-ui/watch";
import { TRAFFIC_ITEMS_MAX } from "../limits.ts";

export class TraceReading {
  readonly #sessionId: string;
  #items: readonly TraceItem[] = [];
  /** Number of messages so far, as the server counts them. */
  #after = 0;
  /** Number of the last line, over all pieces. */
  #line = 0;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** All that is known, with what is new. */
  async next(signal: AbortSignal): Promise<readonly TraceItem[]> {
    const path = `./sessions/${encodeURIComponent(this.#sessionId)}/trace?after=${this.#after}`;
    const response = await fetch(path, { signal });
    if (!response.ok) throw new Error(`The server answered ${response.status} ${response.statusText}`);
    const frames = Number(response.headers.get("Parley-Trace-Frames") ?? 0);
    const from = Number(response.headers.get("Parley-Trace-From") ?? 0);
    // The server was started again, and counts from the beginning.
    if (from !== this.#after) this.#items = [];
    this.#add(parseTrace(await response.text()));
    this.#after = frames;
    return this.#items;
  }

  #add(piece: readonly TraceItem[]): void {
    const isFirst = this.#items.length === 0;
    // Every piece has a header.
    const added = (isFirst ? piece : piece.slice(1)).map((item) => ({ ...item, line: (this.#line += 1) }));
    if (added.length > 0) this.#items = [...this.#items, ...added].slice(-TRAFFIC_ITEMS_MAX);
  }
}
