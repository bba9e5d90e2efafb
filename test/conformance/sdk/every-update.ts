// Every update of the stable schema with every type of content, as the official SDK types them.
import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";

const annotations = { audience: ["user" as const], priority: 0.5, lastModified: "2026-01-01T00:00:00Z" };

const everyContent: readonly ContentBlock[] = [
  { type: "text", text: "ä€😀\nline", annotations, _meta: { any: [1] } },
  { type: "image", data: "AAAA", mimeType: "image/png", uri: "file:///workspace/a.png" },
  { type: "audio", data: "AAAA", mimeType: "audio/wav" },
  { type: "resource_link", uri: "file:///workspace/a.txt", name: "a.txt", size: 7, mimeType: "text/plain" },
  { type: "resource", resource: { uri: "file:///workspace/a.txt", text: "x", mimeType: "text/plain" } },
  { type: "resource", resource: { uri: "file:///workspace/a.bin", blob: "AAAA" } },
];

export const everyUpdate: readonly SessionUpdate[] = [
  ...everyContent.map((content): SessionUpdate => ({ sessionUpdate: "agent_message_chunk", content, messageId: "m1" })),
  { sessionUpdate: "user_message_chunk", content: { type: "text", text: "I said" } },
  { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "I think" } },
  {
    sessionUpdate: "tool_call",
    toolCallId: "t1",
    title: "Edit",
    kind: "edit",
    status: "pending",
    locations: [{ path: "/workspace/a.txt", line: 3 }],
    rawInput: { any: { thing: null } },
    content: [
      { type: "content", content: { type: "text", text: "x" } },
      { type: "diff", path: "/workspace/a.txt", oldText: null, newText: "new" },
      { type: "terminal", terminalId: "terminal-1" },
    ],
  },
  { sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed", rawOutput: [1, "two"] },
  {
    sessionUpdate: "plan",
    entries: [
      { content: "A", priority: "high", status: "completed" },
      { content: "B", priority: "low", status: "in_progress" },
    ],
  },
  {
    sessionUpdate: "available_commands_update",
    availableCommands: [{ name: "go", description: "Goes", input: { hint: "where" } }],
  },
  { sessionUpdate: "current_mode_update", currentModeId: "code" },
  {
    sessionUpdate: "config_option_update",
    configOptions: [
      { id: "b", name: "B", type: "boolean", currentValue: true },
      {
        id: "g",
        name: "G",
        type: "select",
        category: "_custom",
        currentValue: "x",
        options: [{ group: "1", name: "One", options: [{ value: "x", name: "X" }] }],
      },
    ],
  },
  { sessionUpdate: "session_info_update", title: null, updatedAt: "2026-01-01T00:00:00Z" },
  { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 0.1, currency: "USD" } },
  { sessionUpdate: "notice", severity: "warning", title: "Careful", description: "Really" },
  { sessionUpdate: "compaction_update", compactionId: "c1", status: "in_progress" },
  { sessionUpdate: "compaction_summary_chunk", compactionId: "c1", content: { type: "text", text: "In short" } },
  { sessionUpdate: "compaction_update", compactionId: "c1", status: "completed", summary: null },
];
