// What the model answers, in one shape for every wire: parts in the order in which they are streamed.
import type { FinishReason } from "./script/instruction.ts";
import { PIECES_PER_TEXT } from "./limits.ts";

export type ReplyPart =
  | { readonly type: "thought"; readonly pieces: readonly string[] }
  /** `gapMs`: the pause before each piece. */
  | { readonly type: "text"; readonly pieces: readonly string[]; readonly gapMs: number }
  | ReplyCall
  | { readonly type: "wait"; readonly ms: number }
  | { readonly type: "fail"; readonly message: string }
  | { readonly type: "drop" };

export interface ReplyCall {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** JSON, or plain text if `isPlain`; a script may make it bad JSON. */
  readonly input: string;
  readonly isPlain: boolean;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Reply {
  /** Unique in this run of the server; the wires put their own prefix before it. */
  readonly id: string;
  readonly model: string;
  readonly createdMs: number;
  readonly parts: readonly ReplyPart[];
  readonly finish: FinishReason;
  readonly usage: Usage;
}

/** Cut into a few pieces, as a real stream is; never inside a character. */
export function toPieces(text: string): readonly string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / PIECES_PER_TEXT));
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, at) => characters.slice(at * size, (at + 1) * size).join(""));
}

/** A failure before anything was sent. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfterS?: number | undefined;
}
