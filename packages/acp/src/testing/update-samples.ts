// Samples of the alias table: updates, prompts and requests for permission.
import { NO_TOOL_CALL_ID } from "../no-tool-call.ts";
import type { Samples } from "./alias-sample.ts";

const TEXT = { type: "text", text: "hi" };
const CHUNK = { sessionUpdate: "agent_message_chunk", content: TEXT };
const ENTRY = { content: "test", priority: "high", status: "failed" };
const CALL = { sessionUpdate: "tool_call", toolCallId: "t", title: "Read a" };
const CALLED = { sessionUpdate: "tool_call_update", toolCallId: "t" };
const USED = { type: "tool_use", toolId: "t", toolName: "read", input: { path: "a" } };
const RETURNED = { type: "tool_result", toolId: "t", output: "done" };
const DONE = [{ type: "content", content: { type: "text", text: "done" } }];
const ONCE = { optionId: "yes", name: "Yes", kind: "allow_once" };

export const updateSamples: Samples = {
  "SessionNotification.sessionId ← session_id": [
    "SessionNotification",
    { session_id: "s", update: CHUNK },
    { sessionId: "s", update: CHUNK },
  ],
  "ContentChunk.content toolBlockToUpdate": [
    [
      "SessionUpdate",
      { sessionUpdate: "agent_message_chunk", content: USED },
      { ...CALL, title: "read", name: "read", status: "in_progress", rawInput: { path: "a" } },
    ],
    [
      "SessionUpdate",
      { sessionUpdate: "user_message_chunk", content: { ...RETURNED, isError: true } },
      { ...CALLED, status: "failed", rawOutput: "done", content: DONE },
    ],
    // Without its id nothing tells which call it belongs to.
    ["SessionUpdate", { sessionUpdate: "agent_message_chunk", content: { type: "tool_result", output: "hi" } }, CHUNK],
  ],
  "SessionUpdate text → agent_message_chunk": [
    ["SessionUpdate", { type: "text", text: "hi" }, CHUNK],
    ["SessionNotification", { sessionId: "s", type: "text", text: "hi" }, { sessionId: "s", update: CHUNK }],
  ],
  "SessionUpdate thinking → agent_thought_chunk": [
    "SessionUpdate",
    { type: "thinking", thinking: "hi" },
    { ...CHUNK, sessionUpdate: "agent_thought_chunk" },
  ],
  "SessionUpdate tool_result → tool_call_update": [
    ["SessionUpdate", { type: "tool_result", tool_call_id: "t" }, { ...CALLED, status: "completed" }],
    [
      "SessionUpdate",
      { type: "tool_result", id: "t", is_error: true, content: [{ type: "text", text: "done" }] },
      { ...CALLED, status: "failed", rawOutput: [{ type: "text", text: "done" }], content: DONE },
    ],
  ],
  "SessionUpdate.tool_call unfoldToolCall": [
    ["SessionUpdate", { type: "tool_call", toolCall: { toolCallId: "t", title: "Read a" } }, CALL],
    [
      "SessionUpdate",
      { type: "tool_call", tool_call: { id: "t", name: "read" } },
      { ...CALL, title: "read", name: "read" },
    ],
  ],
  "SessionUpdate.tool_call_update unfoldUpdates": [
    "SessionUpdate",
    { type: "tool_call_update", toolCallId: "t", updates: { status: "failed", toolCallId: "other" } },
    { ...CALLED, status: "failed" },
  ],
  "ToolKind browser → fetch": [
    ["SessionUpdate", { ...CALL, kind: "browser" }, { ...CALL, kind: "fetch" }],
    ["ToolCallUpdate", { toolCallId: "t", kind: "browser" }, { toolCallId: "t", kind: "fetch" }],
  ],
  "ToolCall.content as object": ["SessionUpdate", { ...CALL, content: DONE[0] }, { ...CALL, content: DONE }],
  "ToolCallUpdate.content as object": ["SessionUpdate", { ...CALLED, content: DONE[0] }, { ...CALLED, content: DONE }],
  "ToolCallContent text → content": [
    "SessionUpdate",
    { ...CALLED, content: { type: "text", text: "done" } },
    { ...CALLED, content: DONE },
  ],
  "ToolCallContent image → content": [
    "ToolCallContent",
    { type: "image", data: "AA==", mimeType: "image/png" },
    { type: "content", content: { type: "image", data: "AA==", mimeType: "image/png" } },
  ],
  "ToolCallContent.diff unfoldDiff": [
    "ToolCallContent",
    { type: "diff", diff: { path: "/a", oldText: "x" } },
    { type: "diff", path: "/a", oldText: "x", newText: "" },
  ],
  "Diff.path absent": [
    "ToolCallContent",
    { type: "diff", oldText: "x", newText: "y" },
    { type: "diff", path: "", oldText: "x", newText: "y" },
  ],
  "Diff.newText absent": [
    ["Diff", { path: "/a", oldText: "x" }, { path: "/a", oldText: "x", newText: "" }],
    ["Diff", { path: "/a" }, { path: "/a", newText: "" }],
  ],
  "SessionNotification gatherUpdate": [
    ["SessionNotification", { sessionId: "s", sessionUpdate: CHUNK, x: 1 }, { sessionId: "s", update: CHUNK, x: 1 }],
    ["SessionNotification", { sessionId: "s", _meta: {}, ...CHUNK }, { sessionId: "s", _meta: {}, update: CHUNK }],
  ],
  "SessionUpdate.sessionUpdate ← type": ["SessionUpdate", { type: "agent_message_chunk", content: TEXT }, CHUNK],
  "ContentChunk.content as string": [
    "SessionNotification",
    { sessionId: "s", sessionUpdate: { type: "agent_message_chunk", content: "hi" } },
    { sessionId: "s", update: CHUNK },
  ],
  "Plan.entries ← plan.entries": [
    "SessionUpdate",
    { sessionUpdate: "plan", plan: { entries: [ENTRY] } },
    { sessionUpdate: "plan", plan: { entries: [ENTRY] }, entries: [ENTRY] },
  ],
  "Plan.entries ← plan as array": [
    "SessionUpdate",
    { type: "plan", plan: [ENTRY] },
    { sessionUpdate: "plan", entries: [ENTRY] },
  ],
  "PlanEntry.priority absent": [
    "PlanEntry",
    { content: "test", status: "failed" },
    { content: "test", priority: "medium", status: "failed" },
  ],
  "PlanEntry.status absent": [
    "PlanEntry",
    { content: "test" },
    { content: "test", priority: "medium", status: "pending" },
  ],
  "AvailableCommandsUpdate.availableCommands ← commands": [
    "SessionUpdate",
    { type: "available_commands_update", commands: [{ name: "init", description: "" }] },
    { sessionUpdate: "available_commands_update", availableCommands: [{ name: "init", description: "" }] },
  ],
  "AvailableCommand.description absent": ["AvailableCommand", { name: "init" }, { name: "init", description: "" }],
  "PlanEntryStatus failed → failed": ["PlanEntry", ENTRY, ENTRY],
  "StopReason max_turns → max_turn_requests": [
    "PromptResponse",
    { stopReason: "max_turns" },
    { stopReason: "max_turn_requests" },
  ],
  "StopReason tool_use → end_turn": ["PromptResponse", { stopReason: "tool_use" }, { stopReason: "end_turn" }],
  "StopReason error → error": ["PromptResponse", { stopReason: "error" }, { stopReason: "error" }],
  "RequestPermissionRequest gatherToolCall": [
    [
      "RequestPermissionRequest",
      { sessionId: "s", toolCallId: "t", title: "Run ls", description: "done", options: ["allow_once", "later"] },
      {
        sessionId: "s",
        toolCall: { toolCallId: "t", title: "Run ls", content: DONE },
        options: [
          { optionId: "allow_once", name: "Allow once", kind: "allow_once" },
          { optionId: "later", name: "later", kind: "later" },
        ],
      },
    ],
    [
      "RequestPermissionRequest",
      { sessionId: "s", options: [ONCE] },
      {
        sessionId: "s",
        toolCall: { toolCallId: NO_TOOL_CALL_ID, title: "An action that the agent did not describe" },
        options: [ONCE],
      },
    ],
  ],
  "PermissionOption.name absent": [
    [
      "PermissionOption",
      { optionId: "yes", kind: "allow_always" },
      { ...ONCE, name: "Always allow", kind: "allow_always" },
    ],
    ["PermissionOption", { optionId: "yes", kind: "hm" }, { ...ONCE, name: "yes", kind: "hm" }],
  ],
  "PermissionOption.kind absent": ["PermissionOption", { optionId: "yes", name: "Yes" }, { ...ONCE, kind: "unknown" }],
  "RequestPermissionResponse gatherOutcome": [
    [
      "RequestPermissionResponse",
      { option: "allow_once" },
      { outcome: { outcome: "selected", optionId: "allow_once" } },
    ],
    ["RequestPermissionResponse", { option: ONCE }, { outcome: { outcome: "selected", optionId: "yes" } }],
    ["RequestPermissionResponse", { option: "cancelled" }, { outcome: { outcome: "cancelled" } }],
  ],
  "PermissionOptionKind deny → reject_once": [
    "PermissionOption",
    { optionId: "no", name: "No", kind: "deny" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ],
  "RequestPermissionOutcome rejected with selectedOption → selected": [
    "RequestPermissionResponse",
    { outcome: { outcome: "rejected", selectedOption: { optionId: "no" } } },
    { outcome: { outcome: "selected", selectedOption: { optionId: "no" }, optionId: "no" } },
  ],
  "RequestPermissionOutcome rejected → cancelled": [
    "RequestPermissionResponse",
    { outcome: { outcome: "rejected" } },
    { outcome: { outcome: "cancelled" } },
  ],
  "SelectedPermissionOutcome.optionId ← selectedOption.optionId": [
    "RequestPermissionResponse",
    { outcome: { outcome: "selected", selectedOption: { optionId: "yes" } } },
    { outcome: { outcome: "selected", selectedOption: { optionId: "yes" }, optionId: "yes" } },
  ],
};
