// The last lines: how to come back.
import { asInvoked } from "@parley/base";
import type { OpenSession } from "./chat-host.ts";
import { encodeLine, type Palette } from "../terminal/encode-line.ts";
import { line, span } from "../terminal/line.ts";

/** Empty for a session that was deleted or has no messages. */
export function describeReturn(session: OpenSession | undefined, palette: Palette): string {
  if (session === undefined || session.isGone === true || session.transcript.lastSeq === 0 || !hasPrompt(session))
    return "";
  const lines = [
    line(span("Resume here:          ", "dim"), asInvoked("parley chat --continue")),
    line(span("Resume from anywhere: ", "dim"), asInvoked(`parley sessions resume ${session.id}`)),
  ];
  return `\n${lines.map((drawn) => `${encodeLine(drawn, palette)}\n`).join("")}`;
}

function hasPrompt({ transcript }: OpenSession): boolean {
  const { items, trimmed } = transcript.snapshot();
  return trimmed.items > 0 || items.some(({ type }) => type === "user_message");
}
