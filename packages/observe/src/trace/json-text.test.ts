import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldText, replaceField, rewriteStrings, type StringPlace } from "./json-text.ts";

describe("rewriteStrings", () => {
  it("changes values and leaves keys, numbers and spaces as they were", () => {
    const json = ' {"a" : "x", "x":[1.0, 1e3,"x", 12345678901234567890], "b": {"c":"x"} }\t';
    expect(rewriteStrings(json, (value) => (value === "x" ? "y" : undefined))).toBe(
      ' {"a" : "y", "x":[1.0, 1e3,"y", 12345678901234567890], "b": {"c":"y"} }\t',
    );
  });

  it("leaves a string as it was spelt if its value stays", () => {
    const json = String.raw`{"a":"\u0041\/","b":"x"}`;
    expect(rewriteStrings(json, (value) => value)).toBe(json);
  });

  it("says where a string stands", () => {
    const places: (StringPlace & { readonly value: string })[] = [];
    rewriteStrings('{"p":{"env":[{"name":"A","value":"B"}],"args":["-k","v"]},"t":"u"}', (value, place) => {
      places.push({ ...place, path: [...place.path], value });
      return undefined;
    });
    expect(places).toEqual([
      { value: "A", name: "name", path: ["", "p", "env"], before: [] },
      { value: "B", name: "value", path: ["", "p", "env"], before: [] },
      { value: "-k", name: "args", path: ["", "p"], before: [] },
      { value: "v", name: "args", path: ["", "p"], before: ["-k"] },
      { value: "u", name: "t", path: [""], before: [] },
    ]);
  });

  it("does to the text what it does to the value", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const rewritten = rewriteStrings(json, (value) => `${value}!`);
        expect(JSON.parse(rewritten)).toEqual(withMarks(JSON.parse(json)));
      }),
    );
  });

  it("takes any depth", () => {
    const json = `${'{"a":['.repeat(100_000)}"x"${"]}".repeat(100_000)}`;
    expect(rewriteStrings(json, () => "y")).toBe(json.replace('"x"', '"y"'));
  });
});

function withMarks(value: unknown): unknown {
  if (typeof value === "string") return `${value}!`;
  if (Array.isArray(value)) return value.map(withMarks);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withMarks(inner)]));
}

describe("fieldText", () => {
  it.each([
    ['{"id":1.0,"frame":{"id":2}}', "id", "1.0"],
    ['{"frame": {"id":2, "b":[1,{"id":"}"}]} ,"id": "x"}', "frame", '{"id":2, "b":[1,{"id":"}"}]}'],
    ['{"a":"\\"frame\\":1","frame":null}', "frame", "null"],
    ['{"id":1,"id":2}', "id", "2"],
    ["[1,2]", "id", undefined],
    ["{}", "id", undefined],
  ])("%s has %s", (json, field, text) => {
    expect(fieldText(json, field)).toBe(text);
  });

  it("finds what JSON.parse finds", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (object, other) => {
        const json = JSON.stringify(object, undefined, 1);
        for (const field of [...Object.keys(object), other]) {
          const text = fieldText(json, field);
          const parsed = JSON.parse(json) as Record<string, unknown>;
          const found: unknown = text === undefined ? undefined : JSON.parse(text);
          expect(found).toEqual(Object.hasOwn(parsed, field) ? parsed[field] : undefined);
        }
      }),
    );
  });

  it("is replaced alone", () => {
    expect(replaceField('{"a":{"id":1},"id": 1.50 ,"b":2}', "id", '"x"')).toBe('{"a":{"id":1},"id": "x" ,"b":2}');
    expect(replaceField('{"a":1}', "id", "2")).toBe('{"a":1}');
  });
});
