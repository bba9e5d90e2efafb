// The example in docs/rules.md is one that works.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compileRules } from "./compile.ts";

it("every JSON block in docs/rules.md compiles without a broken rule", () => {
  const text = readFileSync(new URL("../../../../docs/rules.md", import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) => JSON.parse(json) as unknown);
  expect(blocks.length).toBeGreaterThan(0);
  for (const raw of blocks) expect(compileRules([{ layer: "machine", raw }]).broken).toEqual([]);
});
