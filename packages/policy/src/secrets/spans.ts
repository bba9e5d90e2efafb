// Spans of a text to hide, and the text without them.

export interface Span {
  readonly start: number;
  readonly end: number;
  /** The kind of finding, for tests and reports; never shown with the value. */
  readonly kind: string;
}

export const HIDDEN = "…";

/** In text order; overlapping or adjacent spans are merged. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

export function hideSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let done = "";
  let from = 0;
  for (const { start, end } of mergeSpans(spans)) {
    done += text.slice(from, start) + HIDDEN;
    from = end;
  }
  return done + text.slice(from);
}
