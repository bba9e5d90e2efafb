// Holds the requirements and the tests together: none uncited, none unknown, each on the wires that its row names.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findGaps } from "./coverage/find-gaps.ts";
import { readCitations } from "./coverage/read-citations.ts";
import { requirements } from "./requirements.ts";
import { readSchemaSentences, schemaSentences } from "./requirements/schema-sentences.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  // The test of the checker is about citations, it makes none.
  .filter((file) => !file.startsWith(join("coverage", "find-gaps")));

describe("the requirements", () => {
  it("are all cited by tests, on every wire they name", () => {
    const citations = files.map((file) => readCitations(file, readFileSync(join(folder, file), "utf8")));
    expect(findGaps(requirements, citations)).toEqual([]);
  });

  it("have a text and a link to the specification, and a reason if they come later", () => {
    for (const [id, { text, link, on, later }] of Object.entries(requirements)) {
      expect(id).toMatch(/^[A-Z]+-\d{3}$/);
      expect(text.length).toBeGreaterThan(5);
      expect(link).toMatch(
        /^https:\/\/(?:agentclientprotocol\.com\/(?:protocol\/v1|rfds)\/|www\.jsonrpc\.org\/specification)/,
      );
      expect(on.length > 0).toBe(later === undefined);
    }
  });

  it("account for every MUST in the schema of the official SDK", () => {
    expect(readSchemaSentences().toSorted()).toEqual(Object.keys(schemaSentences).toSorted());
    for (const ids of Object.values(schemaSentences)) for (const id of ids) expect(requirements).toHaveProperty(id);
  });
});
