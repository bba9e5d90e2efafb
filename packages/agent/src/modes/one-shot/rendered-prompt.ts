// A prompt for one completion, and the pieces that all of them are made of.
import { type JsonObject, truncate } from "@parley/base";

export interface RenderedPrompt {
  readonly system: string;
  readonly prompt: string;
}

/** Why an answer is not what was asked for. */
export interface Unusable {
  readonly failed: string;
}

/** The first field that has a text, without the space round it; undefined if none has. */
export function textOf(object: JsonObject, fields: readonly string[], charsMax: number): string | undefined {
  for (const field of fields) {
    const value = object[field];
    if (typeof value === "string" && value.trim() !== "") return truncate(value.trim(), charsMax);
  }
  return undefined;
}
