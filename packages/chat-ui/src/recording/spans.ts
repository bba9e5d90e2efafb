// Turns, tool calls and waits for a person, each with its beginning and its end: what a timeline shows. Bounded.
import { OPEN_SPANS_MAX, SPANS_MAX, TITLE_CHARS_MAX } from "../watch-limits.ts";

export interface Span {
  readonly kind: "turn" | "tool" | "wait";
  readonly actor: number;
  readonly title: string;
  /** Of a tool call. */
  readonly toolKind: string;
  readonly startMs: number;
  /** Undefined while it lasts. */
  readonly endMs: number | undefined;
  readonly status: "running" | "done" | "failed";
  /** Of a turn: its number in the session, and what it used. */
  readonly turn: number | undefined;
  readonly tokens: number | undefined;
}

type Open = { -readonly [Field in keyof Span]: Span[Field] };

export type SpanStart = Pick<Span, "kind" | "actor" | "title" | "startMs"> & Partial<Pick<Span, "toolKind" | "turn">>;

export class Spans {
  readonly #all: Open[] = [];
  readonly #open = new Map<string, Open>();
  #dropped = 0;

  get all(): readonly Span[] {
    return this.#all;
  }

  /** How many the limit took from the beginning. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Starts it, or gives the one that is open another title. */
  start(id: string, { toolKind = "", turn, title, ...start }: SpanStart): void {
    const words = title.slice(0, TITLE_CHARS_MAX);
    const known = this.#open.get(id);
    if (known !== undefined) {
      if (words !== "") known.title = words;
      if (toolKind !== "") known.toolKind = toolKind;
      return;
    }
    if (this.#open.size >= OPEN_SPANS_MAX) return;
    const span: Open = {
      ...start,
      title: words,
      toolKind,
      turn,
      tokens: undefined,
      endMs: undefined,
      status: "running",
    };
    this.#open.set(id, span);
    this.#all.push(span);
    if (this.#all.length <= SPANS_MAX) return;
    const count = SPANS_MAX >>> 2;
    this.#all.splice(0, count);
    this.#dropped += count;
  }

  end(id: string, endMs: number, status: "done" | "failed" = "done"): void {
    const span = this.#open.get(id);
    if (span === undefined) return;
    this.#open.delete(id);
    span.endMs = Math.max(span.startMs, endMs);
    span.status = status;
  }

  /** Of the turn that ended last. */
  noteTokens(actor: number, tokens: number): void {
    const turn = this.#all.findLast((span) => span.kind === "turn" && span.actor === actor);
    if (turn !== undefined) turn.tokens = tokens;
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Everything that is open and whose id starts like this. */
  endAll(prefix: string, endMs: number): void {
    for (const id of this.#open.keys()) if (id.startsWith(prefix)) this.end(id, endMs);
  }
}
