// Odd tool calls, all seen in the wild.
import type { Lie } from "../lie.ts";

export const toolCallLies = {
  "update-before-call": updates("updates a tool call before it announces it", [
    { sessionUpdate: "tool_call_update", toolCallId: "early", status: "in_progress" },
    { sessionUpdate: "tool_call", toolCallId: "early", title: "Early", status: "pending" },
  ]),
  "repeated-call": updates("announces one tool call twice", [
    { sessionUpdate: "tool_call", toolCallId: "again", title: "First", status: "pending" },
    { sessionUpdate: "tool_call", toolCallId: "again", title: "Second", status: "in_progress" },
  ]),
  "failed-then-pending": updates("goes from failed back to pending", [
    { sessionUpdate: "tool_call", toolCallId: "back", title: "Back", status: "failed" },
    { sessionUpdate: "tool_call_update", toolCallId: "back", status: "pending" },
  ]),
  "unknown-terminal": updates("shows a terminal that the client never made, its output in _meta", [
    {
      sessionUpdate: "tool_call",
      toolCallId: "term",
      title: "Run",
      content: [{ type: "terminal", terminalId: "not-yours" }],
      _meta: { terminal_info: { terminal_id: "not-yours", cwd: "/workspace" } },
    },
    {
      sessionUpdate: "tool_call_update",
      toolCallId: "term",
      _meta: { terminal_output: { terminal_id: "not-yours", data: "out\n" } },
    },
    {
      sessionUpdate: "tool_call_update",
      toolCallId: "term",
      status: "completed",
      _meta: {
        terminal_output_delta: { terminal_id: "not-yours", data: "more\n" },
        terminal_exit: { terminal_id: "not-yours", exit_code: 0, signal: null },
      },
    },
  ]),
} satisfies Record<string, Lie>;

function updates(about: string, list: readonly object[]): Lie {
  return {
    about,
    midTurn: ({ update }) => {
      for (const item of list) update(item);
    },
  };
}
