// A turn: the prompt, its content, tool calls, permissions, plans, cancellation.
import { acp, ALL, page } from "./requirement.ts";

const prompts = page(acp("prompt-turn"), {
  "PROMPT-001": ["", "client", "Finish initialization and session setup before it prompts", ALL],
  "PROMPT-002": ["1-user-message", "client", "Restrict the content of prompts to what the agent announced", ALL],
  "PROMPT-003": ["4-check-for-completion", "agent", "Answer the prompt with a stop reason when the turn ends"],
  "PROMPT-004": ["3-agent-reports-output", "both", "Have all updates of a turn before its answer, on every wire", ALL],
  "CANCEL-001": ["cancellation", "client", "Answer all pending permission requests with cancelled", ALL],
  "CANCEL-002": ["cancellation", "agent", "Answer a cancelled prompt with the stop reason cancelled"],
  "CANCEL-003": ["cancellation", "agent", "Answer cancelled even if aborted work fails"],
  "CANCEL-004": ["cancellation", "agent", "Send updates after a cancellation only before the answer"],
});

const content = page(acp("content"), {
  "CONTENT-001": ["text-content", "agent", "Support text in prompts"],
  "CONTENT-002": ["resource-link", "agent", "Support resource links in prompts"],
  "CONTENT-003": ["image-content", "client", "Send images only if the agent announced promptCapabilities.image", ALL],
  "CONTENT-004": ["audio-content", "client", "Send audio only if the agent announced promptCapabilities.audio", ALL],
  "CONTENT-005": ["embedded-resource", "client", "Embed resources only if the agent announced embeddedContext", ALL],
});

const tools = page(acp("tool-calls"), {
  "TOOL-001": ["creating", "agent", "Give every tool call an id that is unique in the session"],
  "TOOL-002": ["updating", "client", "Change only the fields of a tool call that an update names"],
  "TOOL-003": ["updating", "client", "Replace content and locations as a whole"],
  "TOOL-004": ["diffs", "agent", "Use absolute paths in diffs and locations"],
  "PERM-001": [
    "requesting-permission",
    "client",
    "Answer a permission request with cancelled when the turn is cancelled",
    ALL,
  ],
  "PERM-002": ["permission-options", "agent", "Give every option of a permission request an id of its own"],
});

const plans = page(acp("agent-plan"), {
  "PLAN-001": ["updating-plans", "agent", "Send all entries of a plan in every update"],
  "PLAN-002": ["updating-plans", "client", "Replace the plan completely by each update"],
});

const updates = page(acp("schema"), {
  "UPDATE-001": ["notice", "agent", "Send notices only to clients that announced session.notices"],
  "UPDATE-002": ["notice", "agent", "Give every notice a title"],
  "UPDATE-003": [
    "compactionupdate",
    "agent",
    "Send compaction updates only to clients that announced session.compaction",
  ],
  "UPDATE-004": [
    "compactionsummarychunk",
    "agent",
    "Send compaction chunks only to clients that announced session.compaction",
  ],
  "UPDATE-005": ["compactionupdate", "client", "Patch a compaction by its id: what is omitted stays, null clears"],
  "UPDATE-006": ["notice", "agent", "Rely on no notice being seen"],
});

const requests = page(acp("cancellation"), {
  "CXL-001": ["cancel_request-notification", "agent", "Answer a request that was cancelled, with a result or −32800"],
  "CXL-002": ["cancel_request-notification", "client", "Answer a request that was cancelled, with a result or −32800"],
});

export const turnRequirements = { ...prompts, ...content, ...tools, ...plans, ...updates, ...requests };
