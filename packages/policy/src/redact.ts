// Removes secrets from text that is stored or shown: key blocks, tokens with a known shape, values with a secret's
// name, logins in addresses, passwords in arguments. Every search examines a bounded range from each position where it
// can begin, so the work is linear in the text.
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

/** For callers that know which quoted fields have secret values. */
export function redactBy(text: string, hidesField: (name: string) => boolean): string {
  return hideSpans(text, find(text, hidesField));
}

/** The first `charsMax` characters, without a part of a secret at the cut. */
export function redactStart(text: string, charsMax: number): string {
  return redact(text.slice(0, charsMax + REDACTED_BEYOND_CHARS)).slice(0, charsMax);
}

/** The spans that would be hidden, in text order. */
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
