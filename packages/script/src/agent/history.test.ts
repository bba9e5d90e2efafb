import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultAgentLimits, HISTORY_ENTRY_CHARS_MAX } from "../limits.ts";
import { History } from "./history.ts";
import { textBlock, type Update } from "./wire.ts";

function chunk(text: string, messageId = "m"): Update {
  return { sessionUpdate: "agent_message_chunk", messageId, content: textBlock(text) };
}

function call(toolCallId: string): Update {
  return { sessionUpdate: "tool_call", toolCallId, title: "t", status: "pending" };
}

describe("a history", () => {
  it("merges the text of one message, and no other", () => {
    const history = new History(defaultAgentLimits, [chunk("a"), chunk("b"), chunk("c", "n")]);
    expect(history.updates()).toEqual([chunk("ab"), chunk("c", "n")]);
  });

  it("folds the updates of a tool call into its announcement", () => {
    const history = new History(defaultAgentLimits, [call("1"), chunk("a")]);
    history.add({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed", title: null });
    history.add({ sessionUpdate: "tool_call_update", toolCallId: "unknown", status: "completed" });
    expect(history.updates()).toEqual([{ ...call("1"), status: "completed" }, chunk("a")]);
  });

  it("drops the oldest entries above its limits", () => {
    const few = new History({ ...defaultAgentLimits, historyEntriesMax: 2 }, [call("1"), call("2"), call("3")]);
    few.add({ sessionUpdate: "tool_call_update", toolCallId: "1", status: "failed" });
    expect(few.updates()).toEqual([call("2"), call("3")]);
    const short = new History({ ...defaultAgentLimits, historyCharsMax: 50_000 });
    for (let index = 0; index < 100; index += 1) short.add(chunk("x".repeat(1_000)));
    const kept = JSON.stringify(short.updates()).length;
    expect(kept).toBeLessThan(51_000);
    expect(kept).toBeGreaterThan(50_000 - HISTORY_ENTRY_CHARS_MAX - 1_000);
  });

  it("never exceeds its limit, whatever is added", () => {
    const limits = { ...defaultAgentLimits, historyCharsMax: 2_000, historyEntriesMax: 10 };
    const update = fc.oneof(
      fc.tuple(fc.string({ maxLength: 900 }), fc.constantFrom("m", "n")).map(([text, id]) => chunk(text, id)),
      fc.constantFrom("1", "2").map(call),
      fc
        .tuple(fc.constantFrom("1", "2"), fc.string({ maxLength: 900 }))
        .map(([toolCallId, title]): Update => ({ sessionUpdate: "tool_call_update", toolCallId, title })),
    );
    fc.assert(
      fc.property(fc.array(update, { maxLength: 40 }), (updates) => {
        const kept = new History(limits, updates).updates();
        expect(kept.length).toBeLessThanOrEqual(10);
        // Quotes and backslashes count once where they were merged, and twice in JSON.
        expect(JSON.stringify(kept).length).toBeLessThanOrEqual(2 * 2_000 + 20);
      }),
    );
  });
});
