import { describe, expect, it } from "vitest";
import {
  notification,
  OPENING,
  request,
  response,
  toTrace,
  turn,
  update,
  words,
  type Told,
} from "../testing/frames.ts";
import { diffTraces } from "./diff-traces.ts";

const call = (id: string): Told => [
  "agent",
  update("tool_call", {
    toolCallId: id,
    title: "Read",
    content: [{ type: "content", content: { type: "text", text: "in /repo/src" } }],
  }),
];
const ONE: readonly Told[] = [
  ...OPENING,
  ...turn(2, [["agent", words("Hello "), 5], ["agent", words("there"), 6], call("t1")]),
];

/** The same conversation with other names. */
function renamed(told: readonly Told[], ...pairs: readonly (readonly [from: string, to: string])[]): readonly Told[] {
  const text = pairs.reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(told));
  return JSON.parse(text) as readonly Told[];
}

describe("diffTraces", () => {
  it("finds no difference in ids, sessions, tool calls, folders and times", () => {
    const other = renamed(
      ONE,
      ['"id":2', '"id":"two"'],
      ['"s1"', '"another"'],
      ["/repo", "/home/x"],
      ['"t1"', '"call_9"'],
    ).map(([from, message], index): Told => [from, message, 50_000 + index]);
    expect(diffTraces(toTrace(ONE), toTrace(other))).toMatchObject({ same: 7 + 1, difference: undefined });
  });

  it("finds none in how a text was cut, unless it is asked for", () => {
    const other: readonly Told[] = [
      ...OPENING,
      ...turn(2, [["agent", words("Hel")], ["agent", words("lo t")], ["agent", words("here")], call("t1")]),
    ];
    expect(diffTraces(toTrace(ONE), toTrace(other)).difference).toBeUndefined();
    expect(diffTraces(toTrace(ONE), toTrace(other), { withChunks: true }).difference?.inside?.path).toBe(
      "params.update.content.text",
    );
  });

  it("finds none in the order of fields", () => {
    const one = toTrace([["client", { a: 1, b: { c: 1, d: 2 } }]]);
    const other = toTrace([["client", { b: { d: 2, c: 1 }, a: 1 }]]);
    expect(diffTraces(one, other).difference).toBeUndefined();
  });

  it("shows the first difference, where it is, and what came before", () => {
    const other = renamed(ONE, ["end_turn", "refusal"]);
    expect(diffTraces(toTrace(ONE), toTrace(other))).toMatchObject({
      same: 7,
      difference: {
        left: { line: 9, from: "agent", label: "prompt: answer" },
        right: { line: 9 },
        inside: { path: "result.stopReason", left: "end_turn", right: "refusal" },
        before: [{ line: 5 }, { line: 6, label: "agent message chunk" }, { line: 8, label: "tool call" }],
      },
    });
  });

  it("tells when one is over before the other, and when another side speaks", () => {
    expect(diffTraces(toTrace(ONE), toTrace(ONE.slice(0, 5)))).toMatchObject({
      same: 5,
      difference: { right: undefined, inside: undefined },
    });
    const other = [...ONE.slice(0, 4), ["agent", notification("_x")] as Told];
    expect(diffTraces(toTrace(ONE), toTrace(other)).difference).toMatchObject({
      left: { from: "client" },
      right: { from: "agent" },
      inside: undefined,
    });
  });

  it("looks at _meta when it is asked to", () => {
    const [one, other] = [1, 2].map((n) =>
      toTrace([
        ["client", request(0, "_x", { _meta: { n } })],
        ["agent", response(0)],
      ]),
    );
    expect(diffTraces(one ?? [], other ?? []).difference).toBeUndefined();
    expect(diffTraces(one ?? [], other ?? [], { withMeta: true }).difference?.inside?.path).toBe("params._meta.n");
  });

  it("tells two sessions from one", () => {
    const two: readonly Told[] = [
      ["agent", words("a", "agent_message_chunk", "x")],
      ["agent", words("b", "agent_message_chunk", "y")],
    ];
    const same: readonly Told[] = [
      ["agent", words("a", "agent_message_chunk", "x")],
      ["agent", words("b", "agent_message_chunk", "x")],
    ];
    expect(diffTraces(toTrace(two), toTrace(same), { withChunks: true }).difference?.inside?.path).toBe(
      "params.sessionId",
    );
  });
});
