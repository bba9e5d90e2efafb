import { cpuMsOf } from "@parley/test-support";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { scanObject } from "./scan-object.ts";

test("the members of an object, as they were written", () => {
  const text = '{ "jsonrpc":"2.0", "id" : 12345678901234567890 ,"params":{"a":[1,{"b":"}"}],"id":3},"x":"\\"q\\\\"}';
  expect([...scanObject(text).members]).toEqual([
    ["jsonrpc", '"2.0"'],
    ["id", "12345678901234567890"],
    ["params", '{"a":[1,{"b":"}"}],"id":3}'],
    ["x", '"\\"q\\\\"'],
  ]);
});

test.each([
  ['{"method":"a","method":"b"}', "method"],
  ['{"method":"a","\\u006dethod":"b"}', "method"],
  ['{"method":"a","Method":"b"}', "Method"],
  ['{"params":{"path":"/a","path":"/b"}}', "path"],
  ['{"params":{"toolCall":{"rawInput":{"command":"a","command":"b"}}}}', "command"],
  ['[{"id":1},{"id":2,"id":3}]', "id"],
  ['{"a":{"id":1},"b":{"id":1},"id":1}', undefined],
  ['{"a":"{\\"id\\":1,\\"id\\":2}"}', undefined],
  ['{"list":["a","a",{"a":"a"}]}', undefined],
])("%s repeats %s", (text, name) => {
  expect(scanObject(text).repeated).toBe(name);
});

test("for any JSON: the same names as JSON.parse, nothing repeated, and each value parses", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1), (object, space) => {
      const folded = Object.keys(object).map((name) => name.toLowerCase());
      fc.pre(new Set(folded).size === folded.length && !JSON.stringify(object).includes("__proto__"));
      const { members } = scanObject(JSON.stringify(object, undefined, space));
      const parsed = Object.fromEntries([...members].map(([name, value]) => [name, JSON.parse(value) as unknown]));
      expect(parsed).toEqual(JSON.parse(JSON.stringify(object)));
    }),
  );
});

test("a text that is cut off anywhere gives what comes before the cut, and never throws", () => {
  const text = '{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"path":"/a\\"","content":"xyz"}}';
  for (let end = 0; end <= text.length; end += 1) {
    const { members } = scanObject(text.slice(0, end));
    expect(members.get("id")).toBe(end > 24 - 1 ? "7" : end > 20 ? "" : undefined);
    for (const value of members.values()) if (value !== "") JSON.parse(value);
  }
});

test("a text that is nothing but brackets is read in no time", () => {
  expect(
    cpuMsOf(() => {
      scanObject("[".repeat(2_000_000));
      scanObject(`{"a":${'{"a":'.repeat(500_000)}`);
      scanObject(`{"a":"${"\\".repeat(2_000_000)}"}`);
    }),
  ).toBeLessThan(5_000);
});
