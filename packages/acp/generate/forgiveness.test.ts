// Every field that the schema marks as forgivable, with something in it that needs forgiving.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decoders, type Decoded } from "../src/decode.ts";
import { validate } from "../src/strict.ts";
import { arbitrary, arbitraryDef } from "./testing/arbitrary.ts";
import type { JsonSchema } from "./json-schema.ts";
import { loadDefs } from "./load-schema.ts";

const defs = loadDefs();
const GARBAGE = [42.5, "\u0000garbage", { garbage: [] }, [[]]];

interface Marked {
  readonly def: keyof Decoded;
  readonly field: string;
  readonly schema: JsonSchema;
  /** What remains in the place of a bad value; undefined: nothing. */
  readonly fallback: unknown;
}

const marked = (Object.keys(decoders) as (keyof Decoded)[]).flatMap((def): Marked[] =>
  Object.entries(defs[def]?.properties ?? {}).map(([field, schema]) => {
    const isRequiredList = schema.type === "array" && defs[def]?.required?.includes(field);
    return { def, field, schema, fallback: schema.default ?? (isRequiredList ? [] : undefined) };
  }),
);

describe("default on error", () => {
  // Nothing is wrong for a field of any type.
  const rows = marked.filter(({ schema }) => schema["x-deserialize-default-on-error"] && isJudged(schema));
  test("the schema marks many fields", () => expect(rows.length).toBeGreaterThan(200));

  test.each(rows)("$def.$field", ({ def, field, fallback }) => {
    const value = sample(def);
    const garbage = GARBAGE.find((one) => !validate(def, { ...value, [field]: one }).ok);
    const repaired = { ok: true, value: without(value, field, fallback), repairs: [`/${field}`] };
    expect(decoders[def]({ ...value, [field]: garbage })).toStrictEqual(repaired);
  });
});

describe("default on null", () => {
  const rows = marked.filter(({ schema }) => schema["x-deserialize-default-on-null"]);
  test("the schema marks some fields", () => expect(rows.length).toBeGreaterThan(10));

  test.each(rows)("$def.$field", ({ def, field, fallback }) => {
    const value = sample(def);
    const repaired = { ok: true, value: without(value, field, fallback), repairs: [`/${field}`] };
    expect(decoders[def]({ ...value, [field]: null })).toStrictEqual(repaired);
  });
});

describe("skip invalid items", () => {
  const rows = marked.filter(({ schema }) => schema["x-deserialize-skip-invalid-items"]);
  test("the schema marks some fields", () => expect(rows.length).toBeGreaterThan(15));

  test.each(rows)("$def.$field", ({ def, field, schema }) => {
    const [item] = fc.sample(arbitrary(defs, schema.items ?? {}), { numRuns: 1, seed: 7 });
    const list = [item, 42.5, item, [[]]];
    const value = sample(def);
    const repairs = [`/${field}/1`, `/${field}/3`];
    const repaired = { ok: true, value: without(value, field, [item, item]), repairs };
    expect(decoders[def]({ ...value, [field]: list })).toStrictEqual(repaired);
  });
});

/** The value with something else in that field, or without it. */
function without(value: Record<string, unknown>, field: string, remains: unknown): Record<string, unknown> {
  const { [field]: _, ...others } = structuredClone(value);
  return remains === undefined ? others : { ...others, [field]: structuredClone(remains) };
}

function sample(def: string): Record<string, unknown> {
  const [value] = fc.sample(arbitraryDef(defs, def), { numRuns: 1, seed: 7 });
  return value as Record<string, unknown>;
}

function isJudged({ type, allOf, anyOf }: JsonSchema): boolean {
  return (type ?? allOf ?? anyOf) !== undefined;
}
