// The little language: what it finds, how it is read, and where it points when it cannot be.
import { ParleyError } from "@parley/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, OPENING, request, toTrace, turn, update, words, type Told } from "../testing/frames.ts";
import { parseQuery, type Condition, type Operator, type Query } from "./parse-query.ts";
import { queryTrace } from "./query-trace.ts";

const TOLD: readonly Told[] = [
  ...OPENING,
  ...turn(2, [
    ["agent", words("Hello there"), 2_000],
    [
      "agent",
      update("tool_call", {
        toolCallId: "t1",
        title: "Run",
        status: "failed",
        locations: [{ path: "/a" }, { path: "/b", line: 7 }],
      }),
      3_000,
    ],
    ["agent", request("x", "fs/read_text_file", { sessionId: "s1", path: "/a" }), 4_000],
    ["client", failure("x", -32_002, "not found"), 4_600],
    ["agent", "plain words"],
  ]),
].map(([from, message, at], index): Told => [from, message, at ?? 1_000 + index]);

async function find(query: string): Promise<readonly number[]> {
  const lines: number[] = [];
  for await (const { frame } of queryTrace(toTrace(TOLD), query)) lines.push(frame.line);
  return lines;
}

describe("queryTrace", () => {
  it.each<[query: string, lines: readonly number[]]>([
    ["", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ["method=session/prompt", [5, 11]],
    ["method = session/prompt and kind=response", [11]],
    ["from=client", [1, 3, 5, 9]],
    ["update=tool_call and status!=failed", []],
    ["update=tool_call and status=failed", [7]],
    ["update!=tool_call and update", [6]],
    ["not update and from=agent", [2, 4, 8, 10, 11]],
    ["kind=text or error", [9, 10]],
    ["(kind=text or error) and from=client", [9]],
    ["error=-32002", [9]],
    ["error<-32000", [9]],
    ["stop=end_turn", [11]],
    ["result.stopReason=end_turn", [11]],
    ["params.update.content.text~HELLO", [6]],
    ["params.update.locations.path=/b", [7]],
    ["params.update.locations.1.line>=7", [7]],
    ["params.update.locations.0.line", []],
    ["params.prompt.text=Go", [5]],
    ['raw~"there"', [6]],
    ["raw!~jsonrpc", [10]],
    ["line>=9 and line<11", [9, 10]],
    ["at>=1970-01-01T00:00:03Z", [7, 8, 9]],
    ["at>=+2s", [7, 8, 9]],
    ["at>+1s and at<+2500ms", [7]],
    ["took>500ms", [9]],
    ["took>=0.6s", [9]],
    ["bytes>10kb", []],
    ["bytes<80 and from=client", [9]],
    ["session=s1 and kind=request", [5, 8]],
    ["tool=t1", [7]],
    ["id=x", [8, 9]],
    ["id=2", [5, 11]],
    ["limit 2", [1, 2]],
    ["from=client limit 1", [1]],
    ["from=client limit 0", []],
    ["constructor", []],
    ["params.__proto__.x=1", []],
  ])("%s", async (query, lines) => {
    expect(await find(query)).toEqual(lines);
  });

  it.each<[query: string, at: number, message: string]>([
    ["method=", 7, "Expected a value"],
    ["method=a and", 12, "Expected a condition"],
    ["method=a kind=b", 9, 'Expected "and" or "or"'],
    ["(method=a", 0, "Unmatched ("],
    ["method=a)", 8, "Unmatched )"],
    ["=a", 0, "Expected a field"],
    ["a..b=1", 0, "not a field"],
    ['a="x', 2, "Unterminated quote"],
    ["a ! b", 2, "not an operator"],
    ["limit x", 6, "whole number"],
    ["a=1 limit", 9, "whole number"],
    ["and", 0, "Expected a field"],
    ["took>fast", 5, "expected a time"],
    ["bytes>1xb", 6, "expected a size"],
    ["at>yesterday", 3, "expected a time"],
    [`${"(".repeat(60)}a${")".repeat(60)}`, 50, "nested too deeply"],
  ])("points at the place: %s", (query, at, message) => {
    let error: unknown;
    try {
      queryTrace([], query);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ParleyError);
    const [first, shown, pointer] = (error as ParleyError).message.split("\n");
    expect(first).toContain(message);
    expect(shown).toBe(`  ${query}`);
    expect(pointer).toBe(`  ${" ".repeat(at)}^`);
  });

  it("refuses a query that is endless", () => {
    expect(() => queryTrace([], "a=1 and ".repeat(1_000))).toThrow("longer than");
  });
});

const field = fc
  .stringMatching(/^[a-z][\w-]{0,5}(?:\.[a-z]{1,3}){0,2}$/)
  .filter((name) => !["and", "or", "not", "limit"].includes(name));
const condition = fc.letrec<{ all: Condition; one: Condition }>((tie) => ({
  one: fc.oneof(
    fc.record({ type: fc.constant("has" as const), field }),
    fc.record({
      type: fc.constant("compare" as const),
      field,
      operator: fc.constantFrom<Operator>("=", "!=", "<", "<=", ">", ">=", "~", "!~"),
      value: fc.string(),
    }),
  ),
  all: fc.oneof(
    { maxDepth: 4 },
    tie("one"),
    fc.record({
      type: fc.constantFrom("and" as const, "or" as const),
      parts: fc.array(tie("all"), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant("not" as const), part: tie("all") }),
  ),
})).all;

it("reads any query that it writes", () => {
  const query = fc.record({
    where: fc.option(condition, { nil: undefined }),
    limit: fc.option(fc.nat(), { nil: undefined }),
  });
  fc.assert(
    fc.property(query, (each: Query) => {
      expect(parseQuery(formatQuery(each))).toEqual(each);
    }),
  );
});

it("reads anything else to the end, or says why not", () => {
  const parts = fc.array(
    fc.constantFrom("a", "and", "or", "not", "(", ")", "=", "~", "!", '"', "x.y", "limit", "5", " "),
  );
  fc.assert(
    fc.property(parts, (pieces) => {
      expect(["read", "usage"]).toContain(readOrRefuse(pieces.join("")));
    }),
  );
});

function readOrRefuse(query: string): string {
  try {
    parseQuery(query);
    return "read";
  } catch (error) {
    return error instanceof ParleyError ? error.code : String(error);
  }
}

/** The text that is read as this query. */
function formatQuery({ where, limit }: Query): string {
  const parts = [
    ...(where === undefined ? [] : [formatCondition(where)]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ];
  return parts.join(" ");
}

function formatCondition(one: Condition): string {
  switch (one.type) {
    case "and":
    case "or":
      return `(${one.parts.map(formatCondition).join(` ${one.type} `)})`;
    case "not":
      return `not ${formatCondition(one.part)}`;
    case "has":
      return one.field;
    case "compare":
      return `${one.field} ${one.operator} "${one.value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  }
}
