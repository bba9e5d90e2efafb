// When tool calls come in odd orders: all of it is delivered, and a client upserts by id.
import { turn, type Expectations } from "../expectation.ts";

export const toolCallExpectations = {
  "update-before-call": turn("both are delivered as they came", {
    updates: ["before", "tool_call_update", "tool_call", "after"],
  }),
  "repeated-call": turn("both are delivered as they came", {
    updates: ["before", "tool_call", "tool_call", "after"],
    also: ({ updates }, expect) =>
      expect(updates.items[2]?.update).toMatchObject({ title: "Second", status: "in_progress" }),
  }),
  "failed-then-pending": turn("both are delivered as they came", {
    updates: ["before", "tool_call", "tool_call_update", "after"],
    also: ({ updates }, expect) => expect(updates.items[2]?.update).toMatchObject({ status: "pending" }),
  }),
  "unknown-terminal": turn("it is delivered with its output in _meta", {
    updates: ["before", "tool_call", "tool_call_update", "tool_call_update", "after"],
    also: ({ updates }, expect) => {
      expect(updates.items[1]?.update).toMatchObject({ content: [{ type: "terminal", terminalId: "not-yours" }] });
      expect(updates.items[2]?.update).toMatchObject({ _meta: { terminal_output: { data: "out\n" } } });
      expect(updates.items[3]?.update).toMatchObject({ _meta: { terminal_exit: { exit_code: 0 } } });
    },
  }),
} satisfies Expectations;
