import { describe, expect, it } from "vitest";
import { parseTrace } from "../read/read-trace.ts";
import { failure, OPENING, request, response, toTrace, turn, update, words, type Told } from "../testing/frames.ts";
import { createTimeline } from "./timeline.ts";

function show(told: readonly Told[]): readonly string[] {
  const timeline = createTimeline();
  return toTrace(told).map((item) => {
    const { from, label, id, summary } = timeline.row(item);
    return `${from === "client" ? "→" : "←"} ${label}${id === undefined ? "" : ` #${id}`}: ${summary}`;
  });
}

describe("createTimeline", () => {
  it("says in a line what each frame is about", () => {
    const asked = {
      sessionId: "s1",
      toolCall: { toolCallId: "t1", title: "Write a" },
      options: [{ optionId: "y", name: "Yes", kind: "allow_once" }],
    };
    const told: readonly Told[] = [
      ...OPENING,
      ...turn(2, [
        ["agent", words("Hello\n  there")],
        [
          "agent",
          update("tool_call", {
            toolCallId: "t1",
            title: "Write a",
            kind: "edit",
            status: "pending",
            content: [{ type: "diff", path: "/repo/a" }],
          }),
        ],
        ["agent", request(7, "session/request_permission", asked)],
        ["client", response(7, { outcome: { outcome: "selected", optionId: "y" } })],
        ["agent", request(8, "fs/write_text_file", { sessionId: "s1", path: "/repo/a", content: "abc" })],
        ["client", failure(8, -32_603, "no room")],
        ["agent", update("tool_call_update", { toolCallId: "t1", status: "failed" })],
        ["agent", update("usage_update", { used: 5, size: 10, cost: { amount: 1, currency: "EUR" } })],
        ["agent", update("new_thing", { a: 1 })],
        ["agent", "Oops"],
      ]),
    ];
    expect(show(told)).toEqual([
      "→ initialize #0: version 1",
      "← initialize: answer #0: version 1",
      "→ new session #1: /repo",
      "← new session: answer #1: ",
      "→ prompt #2: Go",
      "← agent message chunk: Hello there",
      "← tool call: pending edit Write a (diff /repo/a)",
      "← ask permission #7: Write a [y]",
      "→ ask permission: answer #7: selected y",
      "← write file #8: /repo/a 3 characters",
      "→ write file: answer #8: error -32603 no room",
      "← tool call update: failed Write a",
      "← usage update: 5 of 10 1 EUR",
      '← new thing: {"a":1}',
      "← not a message: no JSON: Oops",
      "← prompt: answer #2: end_turn",
    ]);
  });

  it("counts time from the first frame, and an answer's from its request", () => {
    const timeline = createTimeline();
    const rows = toTrace([
      ["client", request(1, "_x"), 5_000],
      ["agent", response(1), 5_250],
    ]).map((item) => timeline.row(item));
    expect(rows.map(({ sinceMs, tookMs }) => [sinceMs, tookMs])).toEqual([
      [0, undefined],
      [250, 250],
    ]);
  });

  it("has a row for everything else in the file", () => {
    const timeline = createTimeline();
    const items = parseTrace(
      '{"v":1,"kind":"parley-trace","startedAt":0,"agent":"goose","redacted":true}\n{"at":1,"dropped":2}\n{"x":1}\nrubbish\n',
    );
    expect(items.map((item) => timeline.row(item)).map(({ kind, summary }) => `${kind} ${summary}`)).toEqual([
      "note recording of 1970-01-01T00:00:00.000Z of goose, secrets taken out",
      "note 2 frames were not recorded because the queue was full",
      'note {"x":1}',
      expect.stringContaining("damage The line is not JSON"),
    ]);
  });

  it("cuts what is long, in time that does not grow with it", () => {
    const [line = ""] = show([["agent", words("word ".repeat(1_000_000))]]);
    expect(line.length).toBeLessThan(250);
    expect(line.endsWith("…")).toBe(true);
  });
});
