// The frames of one session: how it began, and the latest. What is between is counted.
import { toTraceHeader, toTraceLine } from "@parley/observe";
import { charsOf, type KeptFrame } from "./kept-frame.ts";
import { BEGINNING_CHARS_MAX, BEGINNING_FRAMES_MAX, TRACE_CHARS_MAX, TRACE_FRAMES_MAX } from "./limits.ts";

export class TraceRing {
  readonly #beginning: KeptFrame[] = [];
  #beginningChars = 0;
  #latest: KeptFrame[] = [];
  /** Where the latest begin; what is before was let go of, and is cut off now and then. */
  #from = 0;
  #latestChars = 0;
  #droppedCount = 0;
  #droppedAtMs: number | undefined;

  get chars(): number {
    return this.#beginningChars + this.#latestChars;
  }

  /** How the connection and the session began. */
  begin(frame: KeptFrame): void {
    const chars = charsOf(frame);
    const isFull = this.#beginning.length >= BEGINNING_FRAMES_MAX || this.#beginningChars + chars > BEGINNING_CHARS_MAX;
    if (isFull || this.#latest.length > 0) return this.add(frame);
    this.#beginning.push(frame);
    this.#beginningChars += chars;
  }

  add(frame: KeptFrame): void {
    this.#latest.push(frame);
    this.#latestChars += charsOf(frame);
    while (this.#latest.length - this.#from > TRACE_FRAMES_MAX || this.#latestChars > TRACE_CHARS_MAX) this.#drop();
    if (this.#from < TRACE_FRAMES_MAX) return;
    this.#latest = this.#latest.slice(this.#from);
    this.#from = 0;
  }

  /** Makes room for others. */
  shed(): void {
    while (this.#from < this.#latest.length) this.#drop();
    this.#latest = [];
    this.#from = 0;
  }

  /** As it is now, with secrets taken out; each line is made when it is read. */
  lines(agent: string): Iterable<string> {
    const [beginning, latest] = [[...this.#beginning], this.#latest.slice(this.#from)];
    const dropped = { at: this.#droppedAtMs, dropped: this.#droppedCount };
    return formatLines(agent, beginning, dropped, latest);
  }

  #drop(): void {
    const frame = this.#latest[this.#from];
    if (frame === undefined) return;
    this.#from += 1;
    this.#latestChars -= charsOf(frame);
    this.#droppedCount += 1;
    this.#droppedAtMs = frame.atMs;
  }
}

function* formatLines(
  agent: string,
  beginning: readonly KeptFrame[],
  dropped: { readonly at: number | undefined; readonly dropped: number },
  latest: readonly KeptFrame[],
): Generator<string, void, undefined> {
  yield toTraceHeader({ startedAt: (beginning[0] ?? latest[0])?.atMs, agent, redacted: true });
  let line = 1;
  for (const frame of beginning) yield toLine(frame, (line += 1));
  if (dropped.dropped > 0) yield JSON.stringify(dropped);
  for (const frame of latest) yield toLine(frame, (line += 1));
}

function toLine(frame: KeptFrame, line: number): string {
  const raw = frame.raw ?? (frame.message === undefined ? undefined : JSON.stringify(frame.message));
  const message: unknown = raw === undefined ? undefined : JSON.parse(raw);
  return toTraceLine({ type: "frame", line, ...frame, raw, message }, { redact: true });
}
