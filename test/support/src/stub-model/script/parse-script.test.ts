import { describe, expect, it } from "vitest";
import { BadRequest } from "../bad-request.ts";
import { SCRIPT_LINES_MAX } from "../limits.ts";
import { hasScript, parseScript, stubScript } from "./parse-script.ts";

const parse = (...lines: string[]) => parseScript(stubScript(...lines));

describe("parseScript", () => {
  it("finds its lines inside whatever an agent puts around them", () => {
    const text = `<task>Please do this. stub: say hello there\nstub: end</task>\nstub: say not this`;
    expect(parseScript(text)).toEqual([[{ type: "say", text: "hello there" }]]);
    expect(hasScript(text)).toBe(true);
    expect(hasScript("say hello; a stub: Nothing")).toBe(false);
    expect(parseScript("stub: say one\r\nstub: end\r\n")).toEqual([[{ type: "say", text: "one" }]]);
  });

  it("takes the last script where there are several", () => {
    const text = `${stubScript("slow 1 1")}\n[interrupted]\n${stubScript("say this")}\nand more`;
    expect(parseScript(text)).toEqual([[{ type: "say", text: "this" }]]);
  });

  it("makes calls in a row parallel, and starts an answer after them", () => {
    const kinds = (...lines: string[]) => parse(...lines).map((step) => step.map(({ type }) => type));
    expect(kinds("think a", "say b", "read x", "run ls", "say c")).toEqual([
      ["think", "say", "intent", "intent"],
      ["say"],
    ]);
    expect(kinds("read x", "then", "read y", "echo result")).toEqual([["intent"], ["intent"], ["echo"]]);
    expect(kinds("read x", "max_tokens", "status 429 1", "say y")).toEqual([
      ["intent", "finish"],
      ["status", "say"],
    ]);
  });

  it("takes bare words, the rest of the line, and JSON strings", () => {
    expect(parse(`write "a b.txt" "one\\ntwo"`, "edit a.txt old words => new words", "run echo 'a b'")).toEqual([
      [
        { type: "intent", intent: { kind: "write", path: "a b.txt", text: "one\ntwo" } },
        { type: "intent", intent: { kind: "edit", path: "a.txt", oldText: "old words", newText: "new words" } },
        { type: "intent", intent: { kind: "run", command: "echo 'a b'" } },
      ],
    ]);
    expect(parse(`say "quoted" and more`)).toEqual([[{ type: "say", text: `"quoted" and more` }]]);
    expect(parse(`call Read {"a": 1}`, "call Bash {broken", "call List")).toEqual([
      [
        { type: "call", tool: "Read", input: `{"a": 1}` },
        { type: "call", tool: "Bash", input: "{broken" },
        { type: "call", tool: "List", input: "{}" },
      ],
    ]);
    expect(parse("status 429 2 3", "slow 5 100", "usage 10 20", "mcp add {}", "fail")).toEqual([
      [
        { type: "status", status: 429, retryAfterS: 2, times: 3 },
        { type: "slow", count: 5, gapMs: 100 },
        { type: "usage", inputTokens: 10, outputTokens: 20 },
        { type: "intent", intent: { kind: "mcp", tool: "add", input: {} } },
        { type: "fail", message: "the script says to fail" },
      ],
    ]);
  });

  it.each([
    ["dance", /unknown verb "dance"/],
    ["slow many 1", /number of pieces/],
    ["slow 1", /pause/],
    ["wait -1", /pause/],
    ["edit a.txt nothing", /PATH OLD => NEW/],
    ["echo all", /"result"/],
    ["mcp add [1]", /JSON object/],
    ["call", /tool is missing/],
  ])("refuses %s", (line, message) => {
    expect(() => parse(line)).toThrow(BadRequest);
    expect(() => parse(line)).toThrow(message);
  });

  it("refuses a script that is too long", () => {
    const lines = Array.from({ length: SCRIPT_LINES_MAX + 1 }, () => "say x");
    expect(() => parse(...lines)).toThrow(/at most/);
  });
});
