// A check: one thing that a client and an agent do together, judged by what really happened.
import type { ContentBlock, SessionUpdate } from "@parley/acp";
import { fullTextOf, resultsOf, stubScript, type StubRequest } from "@parley/test-support/stub-model";
import type { DrivenSession, Turn } from "../driver/driver.ts";
import type { Scene } from "../scene.ts";

/** Why a check says nothing about this agent. */
export interface Absent {
  readonly absent: string;
}

export interface Check {
  /** For the legend: what has to hold. */
  readonly holds: string;
  /** Throws where it does not hold. */
  run(scene: Scene): Promise<Absent | undefined>;
}

export interface Played {
  readonly turn: Turn;
  readonly session: DrivenSession;
  /** A word that only this prompt has. */
  readonly word: string;
  /** What came during the turn. */
  updates(): readonly SessionUpdate[];
  /** What the model was asked during the turn, side requests aside. */
  requests(): readonly StubRequest[];
}

/** A turn that is under way. */
export interface Playing extends Omit<Played, "turn"> {
  readonly ended: Promise<Turn>;
}

/** Sends a prompt with a script, and more blocks if there are any. */
export async function begin(
  scene: Scene,
  lines: readonly string[],
  more: readonly ContentBlock[] = [],
): Promise<Playing> {
  const session = await scene.session();
  const word = scene.word();
  const firstUpdate = session.updates.length;
  const firstRequest = scene.model.requests.length;
  const text = `This is prompt ${word}.\n${stubScript(...lines)}`;
  return {
    session,
    word,
    updates: () => session.updates.slice(firstUpdate),
    requests: () => scene.model.requests.slice(firstRequest).filter(({ isSide }) => !isSide),
    ended: session.prompt([{ type: "text", text }, ...more]),
  };
}

export async function play(
  scene: Scene,
  lines: readonly string[],
  more: readonly ContentBlock[] = [],
): Promise<Played> {
  const { ended, ...playing } = await begin(scene, lines, more);
  const played = { ...playing, turn: await ended };
  must(played.turn.stopReason === "end_turn", `the turn ended with ${describeTurn(played.turn)}, not end_turn`, played);
  const { differing = [] } = played.turn;
  must(differing.length === 0, `${differing.join(", ")} was reported to differ from what was approved`, played);
  return played;
}

/** Fails with what was seen besides, so that a failure can be understood from the report alone. */
export function must(holds: boolean, complaint: string, seen?: Pick<Played, "updates" | "requests">): asserts holds {
  if (holds) return;
  const parts = [complaint];
  if (seen !== undefined) {
    const statuses = seen.requests().map(({ status }) => status);
    parts.push(`model: ${statuses.length === 0 ? "not asked" : statuses.join(" ")}`);
    const text = textOf(seen.updates());
    if (text !== "") parts.push(`agent said: ${text}`);
    const last = seen.requests().at(-1)?.conversation?.messages.at(-1)?.parts ?? [];
    for (const part of last) if (part.type === "result") parts.push(`tool result: ${part.text}`);
  }
  throw new Error(parts.join("; "));
}

export function describeTurn({ stopReason, error }: Turn): string {
  return stopReason ?? `the error ${error ?? "(none)"}`;
}

export function textOf(updates: readonly SessionUpdate[], kind = "agent_message_chunk"): string {
  return updates
    .flatMap((update) => {
      if (update.sessionUpdate !== kind || !("content" in update)) return [];
      const content = update.content as { readonly text?: unknown };
      return typeof content.text === "string" ? [content.text] : [];
    })
    .join("");
}

/** Whether a tool's result with this text reached the model. */
export function sawResult({ requests }: Pick<Played, "requests">, text: string): boolean {
  return requests().some(
    ({ conversation }) =>
      conversation !== undefined && resultsOf(conversation).some((result) => result.text.includes(text)),
  );
}

export function sawText({ requests }: Pick<Played, "requests">, text: string): boolean {
  return requests().some(({ conversation }) => conversation !== undefined && fullTextOf(conversation).includes(text));
}
