// What the checks read out of a log.
import type { LoggedEvent } from "../../e2e/serve/dialects.ts";
import type { SessionEvidence, TurnEvidence } from "./evidence.ts";

interface Content {
  readonly type: string;
  readonly text?: string;
}

interface Update {
  readonly sessionUpdate: string;
  readonly messageId?: string;
  readonly content?: Content;
}

export function logOf(session: SessionEvidence): readonly LoggedEvent[] {
  return session.logs[0]?.events ?? [];
}

export function promptText(event: LoggedEvent): string {
  if (event.type !== "prompt") return "";
  return (event["prompt"] as readonly Content[]).map(({ text = "" }) => text).join("");
}

/** A piece of an agent's answer; undefined for any other event. */
export function chunkOf(event: LoggedEvent): { readonly messageId: string; readonly text: string } | undefined {
  if (event.type !== "update") return undefined;
  const { sessionUpdate, messageId = "", content } = event["update"] as Update;
  if (sessionUpdate !== "agent_message_chunk" || content?.type !== "text") return undefined;
  return { messageId, text: content.text ?? "" };
}

/** Everything that the agent said. */
export function answerText(events: readonly LoggedEvent[]): string {
  return events.map((event) => chunkOf(event)?.text ?? "").join("");
}

/** One that was withdrawn before it ran has no part in the log. */
export function hasBegun({ first_seq: first, last_seq: last }: TurnEvidence): boolean {
  return first !== undefined && last !== undefined && first <= last;
}

export function eventsOf(turn: TurnEvidence, log: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const { first_seq: first, last_seq: last } = turn;
  if (first === undefined || last === undefined) return [];
  return log.filter(({ seq }) => seq >= first && seq <= last);
}

export const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);
