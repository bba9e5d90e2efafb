// Takes secrets out of what is written down or shown: keys in blocks, tokens that are known by their look, values that are called secret,
// logins in addresses, passwords among arguments. Every search looks at a bounded piece of text from each place where it can begin, so
// the work grows with the text and no faster.
import { findFields } from "./hide-fields.ts";
import { REDACTED_BEYOND_CHARS } from "./limits.ts";
import { findBlocks } from "./secrets/find-blocks.ts";
import { findLogins } from "./secrets/find-logins.ts";
import { findNamed } from "./secrets/find-named.ts";
import { findOptions } from "./secrets/find-options.ts";
import { findShapes } from "./secrets/find-shapes.ts";
import { flatten } from "./secrets/flatten.ts";
import { hideSpans, mergeSpans, type Span } from "./secrets/spans.ts";

export function redact(text: string): string {
  return hideSpans(text, find(text));
}

/** For callers that know better of which quoted fields the values are secret. */
export function redactBy(text: string, hidesField: (name: string) => boolean): string {
  return hideSpans(text, find(text, hidesField));
}

/** The first `charsMax` characters, without the part of a secret that the cut goes through. */
export function redactStart(text: string, charsMax: number): string {
  return redact(text.slice(0, charsMax + REDACTED_BEYOND_CHARS)).slice(0, charsMax);
}

/** What would be hidden, in the order of the text. */
export function findSecrets(text: string): readonly Span[] {
  return mergeSpans(find(text));
}

function find(written: string, hidesField?: (name: string) => boolean): readonly Span[] {
  const text = flatten(written);
  const spans: Span[] = [];
  findBlocks(text, spans);
  findShapes(text, spans);
  findLogins(text, spans);
  findOptions(text, spans);
  findNamed(text, spans, hidesField);
  if (hidesField !== undefined) findFields(written, hidesField, spans);
  return spans;
}
