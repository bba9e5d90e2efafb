// A turn whose answer has to fit a JSON Schema: checked, and asked for once more if it does not.
import type { ContentBlock } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { TurnResult } from "@parley/client";
import type { LiveSession } from "../sessions/live-session.ts";
import type { AnswerSchema } from "../structured.ts";

export interface JsonRequest {
  readonly schema: AnswerSchema;
  readonly prompt: readonly ContentBlock[];
  readonly ask: (prompt: readonly ContentBlock[], isFirst: boolean) => Promise<TurnResult>;
  /** What the agent has said after an event. */
  readonly said: (afterSeq: number) => Promise<string>;
  readonly session: Pick<LiveSession, "row">;
  readonly signal: AbortSignal;
}

/** Rejects with `invalid_message` if the second answer does not fit either. */
export async function askForJson({ schema, prompt, ask, said, session, signal }: JsonRequest): Promise<TurnResult> {
  let before = session.row.lastSeq;
  const first = await ask(prompt, true);
  if (isOver(first, signal)) return first;
  const answer = schema.check(await said(before));
  if ("value" in answer) return first;
  before = session.row.lastSeq;
  const second = await ask([{ type: "text", text: schema.retry(answer.problem) }], false);
  if (isOver(second, signal)) return second;
  const again = schema.check(await said(before));
  if ("value" in again) return second;
  const message = `The agent's answer does not fit the JSON Schema, after a second try: ${again.problem}`;
  throw new ParleyError({ code: "invalid_message", message });
}

/** There is nothing to check. */
function isOver({ error, stopReason }: TurnResult, signal: AbortSignal): boolean {
  return error !== undefined || signal.aborted || stopReason === "cancelled" || stopReason === "refusal";
}
