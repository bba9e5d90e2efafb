// The agent ended unexpectedly, or was started again.
import { readSentence } from "@parley/chat-model";
import { t } from "@parley/base";
import type { AgentCrashedItem, AgentRestartedItem } from "@parley/acp/transcript";
import { Note } from "./Note.tsx";

export function AgentNote({ item }: { readonly item: AgentCrashedItem | AgentRestartedItem }) {
  if (item.type === "agent_crashed") return <Note severity="error" text={readSentence(item.message)} />;
  const text = item.history === "lost" ? t("Agent restarted.") : t("Agent restarted; conversation restored.");
  return <Note severity="info" text={text} />;
}
