// Adds a message to a session without prompting the agent.
import type { ContentBlock } from "@parley/acp";
import { createId, type Clock } from "@parley/base";
import type { LinkSessions } from "../links/link-sessions.ts";
import { checkContent } from "../text/check-content.ts";
import type { LiveSession } from "../live/live-session.ts";

export async function addMessage(
  session: LiveSession,
  role: "user" | "agent",
  content: readonly ContentBlock[],
  { links, clock }: { readonly links: LinkSessions; readonly clock: Clock },
): Promise<void> {
  checkContent(content, "/content");
  const messageId = createId(clock);
  const sessionUpdate = role === "user" ? "user_message_chunk" : "agent_message_chunk";
  for (const block of content) session.record({ type: "update", update: { sessionUpdate, messageId, content: block } });
  const text = content.map((block) => (block.type === "text" ? block.text : `[${String(block.type)}]`)).join("");
  // An agent that gets the whole history next needs no pending context.
  await links.context.addPending(session, `Said meanwhile, by the ${role}: ${text}`);
  await session.save();
}
