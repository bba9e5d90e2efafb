import { describe, expect, it } from "vitest";
import { FLOWS_MAX } from "../../limits.ts";
import { Prefilter } from "./prefilter.ts";
import { parseQuery } from "./query.ts";

const mayMatch = (query: string, ...lines: readonly unknown[]): boolean => {
  const prefilter = new Prefilter(parseQuery(query));
  for (const line of lines) prefilter.add(Buffer.from(`${typeof line === "string" ? line : JSON.stringify(line)}\n`));
  return prefilter.mayMatch;
};
const chunk = (text: string, messageId?: string): unknown => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } },
});

describe("the prefilter on the bytes of a log", () => {
  it.each<[string, readonly unknown[], boolean]>([
    ["fox", [chunk("The Fox")], true],
    ["fox", [chunk("The f"), chunk("o"), chunk("x")], true],
    ["fox", [chunk("The f", "m1"), chunk("og", "m2"), chunk("ox", "m1")], true],
    ["fox", [chunk("The f", "m1"), chunk("ox", "m2")], false],
    ["fox", [chunk("The f"), chunk("lox")], false],
    ["fox dog", [chunk("The fox")], false],
    ["fox dog", [chunk("The fox"), { prompt: "DOG" }], true],
    // What can be told from the plain part of a word alone.
    ["naïveté", [chunk("na"), chunk("ïvet")], true],
    ["naïveté", [chunk("nothing")], false],
    ["é", [chunk("nothing")], true],
    ["\\/", [chunk("nothing")], true],
    // Escapes that we write, and such as only others do.
    ["fox", [chunk("\u001b[31m\u0007 \ud800 C:\\users \\u0066")], false],
    ["fox", ['{"text":"\\u0066ox"}'], true],
    [
      "fox",
      ['{"type":"update","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text", "text": "f"}}}'],
      true,
    ],
    [
      "fox",
      [{ type: "update", update: { sessionUpdate: "agent_message_chunk", content: { type: "image", data: "x" } } }],
      false,
    ],
    [
      "fox",
      [
        { type: "terminal", terminalId: "t", output: "f" },
        { type: "terminal", terminalId: "t", output: "ox" },
      ],
      true,
    ],
    [
      "fox",
      [
        { type: "terminal", terminalId: "t", output: "f" },
        { type: "terminal", terminalId: "u", output: "ox" },
      ],
      false,
    ],
  ])("for %s in %j", (query, lines, expected) => {
    expect(mayMatch(query, ...lines)).toBe(expected);
  });

  it("gives up if too many messages are streamed at once", () => {
    const lines = Array.from({ length: FLOWS_MAX + 1 }, (_, index) => chunk("x", `m${index}`));
    expect(mayMatch("fox", ...lines.slice(1))).toBe(false);
    expect(mayMatch("fox", ...lines)).toBe(true);
  });
});
