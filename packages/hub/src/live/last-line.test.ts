import { createEventSequence, type SessionEventBody } from "@parley/acp";
import { expect, it } from "vitest";
import { LAST_LINE_CHARS_MAX } from "../live-limits.ts";
import { FigureSum } from "../sessions/session-figures.ts";

let nowMs = 0;

function lastOf(...bodies: readonly SessionEventBody[]) {
  const events = createEventSequence("s", { clock: { now: () => nowMs }, after: 0 });
  const sum = new FigureSum();
  for (const body of bodies) {
    nowMs += 400;
    sum.add(events.next(body));
  }
  const { lastLine, lastTurn } = sum.figures;
  return [lastLine, lastTurn];
}

const prompt = (text: string): SessionEventBody => ({ type: "prompt", prompt: [{ type: "text", text }] });
const answer = (text: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
});
const call = (title: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call", toolCallId: title, title },
});
const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };

it("is the prompt until the agent has done something", () => {
  expect(lastOf(prompt("Fix the\ntests"))).toEqual(["Fix the tests", undefined]);
});

it("is the last line with words of the answer, without its marks", () => {
  const chunks = ["Done.\n\n- **All", "** 12 `tests` pass", "\n```\n", "|---|"].map(answer);
  expect(lastOf(prompt("a"), ...chunks, stop)).toEqual(["All 12 tests pass", "completed"]);
});

it("is the tool call that runs, and of a burst of them the first", () => {
  expect(lastOf(prompt("a"), call("Read a.js"), call("Read b.js"))[0]).toBe("Read a.js");
  expect(lastOf(prompt("a"), call("Read a.js"), call("b"), call("c"), call("Edit d.js"))[0]).toBe("Edit d.js");
});

it("is the error of a turn that failed, and no longer after the next one", () => {
  const failed: SessionEventBody = { type: "stop", error: { code: "agent_crashed", message: "It exited with code 1" } };
  expect(lastOf(prompt("a"), answer("Let me look"), failed)).toEqual(["It exited with code 1", "failed"]);
  expect(lastOf(prompt("a"), failed, prompt("b"), answer("Fine."), stop)).toEqual(["Fine.", "completed"]);
});

it("says that a turn was cancelled", () => {
  expect(lastOf(prompt("a"), { type: "stop", stopReason: "cancelled" })).toEqual(["a", "cancelled"]);
});

it("says that the conversation was cleared", () => {
  expect(lastOf(prompt("a"), answer("b"), stop, { type: "cleared" })).toEqual(["Conversation cleared", undefined]);
});

it("is that of the turn which is the last one after a rewind", () => {
  const rewind = (toSeq: number, turn: number, undoes?: number): SessionEventBody => ({
    type: "rewound",
    toSeq,
    turn,
    files: [],
    ...(undoes !== undefined && { undoes }),
  });
  const turns = [prompt("a"), answer("one"), stop, prompt("b"), answer("two"), stop];
  expect(lastOf(...turns, rewind(0, 1))).toEqual(["Rewound to the start", undefined]);
  expect(lastOf(...turns, rewind(3, 2))).toEqual(["one", "completed"]);
  expect(lastOf(...turns, rewind(3, 2), rewind(6, 2, 7))).toEqual(["two", "completed"]);
  const again = [...turns, rewind(3, 2), prompt("c"), answer("three"), stop];
  expect(lastOf(...again, rewind(7, 3))).toEqual(["one", "completed"]);
});

it("says that the conversation was rewound if the turn before is not remembered", () => {
  const rewound: SessionEventBody = { type: "rewound", toSeq: 3, turn: 2, files: [] };
  expect(lastOf(rewound)).toEqual(["Rewound to an earlier prompt", undefined]);
});

it("stays short and without secrets, however long the answer is", () => {
  const key = ["sk-ant", "api03", "Zq8".repeat(20)].join("-");
  const [line] = lastOf(
    prompt("a"),
    answer("x".repeat(1_000_000)),
    answer(`\nthe key is ${key} ${"y ".repeat(200)}`),
    stop,
  );
  expect(line?.length).toBeLessThanOrEqual(LAST_LINE_CHARS_MAX);
  expect(line).toContain("the key is");
  expect(line).not.toContain("Zq8Zq8");
});
