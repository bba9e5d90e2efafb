// The committed files are what the generator makes of the schema of today.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { methods } from "../src/methods.ts";
import { generateFiles } from "./files.ts";
import { loadDefs } from "./load-schema.ts";

test.each([...generateFiles()])("%s is up to date (else: npm run generate)", (name, text) => {
  expect(readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8")).toBe(text);
});

test("every method of the schema has a row in the method table, on the right side", () => {
  const inSchema = Object.values(loadDefs()).flatMap((def) => {
    const { "x-method": method, "x-side": side } = def as { "x-method"?: string; "x-side"?: string };
    return method === undefined || side === "protocol" ? [] : [`${method} → ${side}`];
  });
  const inTable = Object.entries(methods).map(([method, { to }]) => `${method} → ${to}`);
  expect(inTable.toSorted()).toEqual([...new Set(inSchema)].toSorted());
});
