// Every def: what the schema allows is decoded without change, and what is strange never breaks a decoder.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decoders, type Decoded } from "../src/decode.ts";
import { validate } from "../src/strict.ts";
import { arbitraryDef } from "./testing/arbitrary.ts";
import { loadDefs } from "./load-schema.ts";

const defs = loadDefs();
const names = Object.keys(decoders) as (keyof Decoded)[];

/** A known tag with bad content is an error, although the schema lets it pass as the variant without a tag. */
const STRICTER_THAN_SCHEMA = new Set<string>(["AuthMethod", "SetSessionConfigOptionRequest"]);

describe.each(names)("%s", (name) => {
  const valid = arbitraryDef(defs, name);
  const options = { numRuns: 30 };

  test("a valid value stays as it is, and the strict validator agrees", () => {
    fc.assert(
      fc.property(valid, (value) => {
        const result = decoders[name](structuredClone(value));
        expect(result).toEqual({ ok: true, value, repairs: [] });
        expect(validate(name, value)).toEqual({ ok: true });
      }),
      options,
    );
  });

  test("the decoder reads every value that the strict validator accepts, and never throws", () => {
    fc.assert(
      fc.property(valid, fc.nat(), fc.jsonValue(), (value, place, garbage) => {
        const changed = withGarbage(structuredClone(value), place, garbage);
        const isValid = validate(name, changed).ok;
        const result = decoders[name](changed);
        expect(result.ok || !isValid || STRICTER_THAN_SCHEMA.has(name)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

/** Puts something strange in one of the places of a value. */
function withGarbage(value: unknown, place: number, garbage: unknown): unknown {
  const places: [owner: Record<string, unknown>, key: string][] = [];
  const visit = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null) return;
    for (const key of Object.keys(inner)) {
      places.push([inner as Record<string, unknown>, key]);
      visit((inner as Record<string, unknown>)[key]);
    }
  };
  visit(value);
  const [owner, key] = places[place % (places.length + 1)] ?? [];
  if (!owner || key === undefined) return garbage;
  owner[key] = garbage;
  return value;
}
