// A prompt for one completion, and the parts shared by all of them.
import { type JsonObject, truncate } from "@parley/base";

export interface RenderedPrompt {
  readonly system: string;
  readonly prompt: string;
}

/** Why an answer is invalid. */
export interface Unusable {
  readonly failed: string;
}

/** The first field with a text, trimmed; undefined if none has one. */
export function textOf(object: JsonObject, fields: readonly string[], charsMax: number): string | undefined {
  for (const field of fields) {
    const value = object[field];
    if (typeof value === "string" && value.trim() !== "") return truncate(value.trim(), charsMax);
  }
  return undefined;
}
