// Events in a few words, for tests that compare them.
import type { ContentBlock, SessionEvent } from "@parley/acp";

/** A prompt of one text. */
export function text(value: string): readonly ContentBlock[] {
  return [{ type: "text", text: value }];
}

export function types(events: readonly SessionEvent[]): string[] {
  return events.map(({ type }) => type);
}

/** What was said in messages and thoughts. */
export function texts(events: readonly SessionEvent[]): string[] {
  return events.flatMap((event) => textOf(event) ?? []);
}

/** An update by its text or its kind, a restart by its history, the rest by type. */
export function summarize(events: readonly SessionEvent[]): string[] {
  return events.map((event) => {
    if (event.type === "agent_restarted") return `restarted: ${event.history}`;
    if (event.type !== "update") return event.type;
    return textOf(event) ?? String(event.update.sessionUpdate);
  });
}

function textOf(event: SessionEvent): string | undefined {
  if (event.type !== "update" || !("content" in event.update)) return undefined;
  const { content } = event.update;
  return content !== null && !Array.isArray(content) && content?.type === "text" ? content.text : undefined;
}
