import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { LineParser } from "./line-parser.ts";
import { COMPARED_LINE_CHARS_MAX, LINES_PER_LESSON } from "./limits.ts";

function chunk(text: string, messageId = "m1"): string {
  const update = { sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s1", update } });
}

/** With a pattern that the lines may fit. */
function parseAfter(first: string, lines: readonly string[]): unknown[] {
  const parser = new LineParser();
  parser.parse(first);
  return lines.map((line) => parser.parse(line));
}

/** As text it shows every field and their order, also one by the name of `__proto__`. */
function outcome(parse: () => unknown): unknown {
  try {
    const value = parse();
    return { value, text: JSON.stringify(value) };
  } catch (error) {
    return { thrown: (error as Error).name };
  }
}

/** As a decoder may, which owns what it is given. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) spoil(inner);
  Object.assign(value, { spoilt: true });
}

/** Whatever may stand where a line had a string: strings of all kinds, and what only looks like the end of one. */
const middle = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('""', '"a\\"b"', '"\\ud83d"', ' "a" ', "5", "null", '{"a":"b"}', '["a"]', '"', '"a\nb"', '"a'),
  fc.constantFrom('"a","text":"b"', '"a"},"x":{"y":"b"', '"a"}},"params":{"update":{"text":"b"', '"a"}}}}{"b":"c"'),
);
const around = fc.constantFrom<[string, string]>(
  ['{"jsonrpc":"2.0","method":"m","params":{"sessionId":"s","update":{"content":{"type":"text","text":', "}}}}"],
  ['{"method":"m","params":{"_meta":{"a":1},"text":', "}}"],
  ['{"method":"m","params":{"list":["a"],"text":', "}}"],
  ['{"a":{"b":"x"},"__proto__":{"b":', "}}"],
  ['{"a":"x","__proto__":{"b":', "}}"],
  ['{"__proto__":"x","b":', "}"],
  ['{"7":"x","b":{"1":"x","b":"y","0":', "}}"],
  ['{"a":{"b":"x","b":', "}}"],
  ['{"id":1,"result":', "}"],
  ['{"a":[{"b":', "}]}"],
);

const whole = (tail: string): string => tail;
const damage = fc.oneof(
  { weight: 5, arbitrary: fc.constant(whole) },
  fc.constantFrom<typeof whole>(
    (tail) => tail.slice(1),
    (tail) => `${tail}}`,
    (tail) => `${tail.slice(1)}]`,
  ),
);

describe("LineParser", () => {
  it("gives the result of JSON.parse for each line, however much the lines differ", () => {
    const line = fc.tuple(around, middle).map(([[head, tail], text]) => head + text + tail);
    // The same few again and again, so that most lines come after one that they fit.
    const stream = fc
      .array(line, { minLength: 1, maxLength: 3 })
      .chain((some) => fc.array(fc.oneof(fc.constantFrom(...some), line), { maxLength: 12 }));
    const fitting = fc
      .tuple(around, fc.array(fc.tuple(middle, damage), { maxLength: 12 }))
      .map(([[head, tail], texts]) => texts.map(([text, spoilt]) => head + text + spoilt(tail)));
    const property = fc.property(fc.oneof(stream, fitting), (lines) => {
      const parser = new LineParser();
      for (const text of lines) {
        expect(outcome(() => parser.parse(text))).toStrictEqual(outcome(() => JSON.parse(text)));
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it.each([
    chunk("a"),
    '{"method":"m","params":{"_meta":{"n":1},"text":"a"}}',
    '{"method":"m","params":{"list":[1],"text":"a"}}',
  ])("gives every line objects of its own, to the last: %s", (line) => {
    const parser = new LineParser();
    for (let round = 0; round < 3; round += 1) {
      const value = parser.parse(line);
      expect(value).toEqual(JSON.parse(line));
      spoil(value);
    }
  });

  it("parses only the string of a line that fits", () => {
    const parser = new LineParser();
    parser.parse(chunk("a"));
    const parse = vi.spyOn(JSON, "parse");
    try {
      parser.parse(chunk("b"));
      expect(parse.mock.calls).toEqual([['"b"']]);
    } finally {
      parse.mockRestore();
    }
  });

  it("goes on with the next message of a stream, and finds its way between several", () => {
    const ids = ["m1", "m2", "m2", "m1", "m3", ...Array.from({ length: 5 * LINES_PER_LESSON }, (_, n) => `n${n % 2}`)];
    const lines = ids.map((id, index) => chunk(`text ${index}`, id));
    expect(parseAfter(chunk("a"), lines)).toEqual(lines.map((text) => JSON.parse(text) as unknown));
  });

  it("reads long lines like any other", () => {
    const long = "x".repeat(COMPARED_LINE_CHARS_MAX);
    const lines = [chunk(long), chunk("a"), chunk(long), chunk(`${long}"\n`)];
    expect(parseAfter(chunk(long), lines)).toEqual(lines.map((text) => JSON.parse(text) as unknown));
  });
});
