import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PARSED_ALONE_MAX } from "../../limits.ts";
import { createRecord, type SessionRecord } from "../session-record.ts";
import { formatIndex, formatIndexEntry } from "./index-entry.ts";
import { blankEntries, readIndex, readIndexRecord } from "./read-index.ts";

const text = fc.string({ unit: fc.constantFrom("a", "é", "👋", "\n", '"', "\\", "{", ","), maxLength: 8 });
const record: fc.Arbitrary<SessionRecord> = fc
  .record({
    id: fc.integer({ min: 0, max: 9 }).map((number) => `s-${number}`),
    rev: fc.nat({ max: 5 }),
    bytes: fc.nat(),
    updatedAtMs: fc.oneof(fc.nat(), fc.constant(1.5)),
    cwd: text,
    promptTitle: text,
  })
  .map((fields) => ({ ...createRecord(fields.id), ...fields }));
const scene = fc.record({
  listed: fc.uniqueArray(record, { selector: ({ id }) => id }),
  changes: fc.array(record, { maxLength: 20 }),
});

/** The later one of two with the same number. */
function latestOf(records: readonly SessionRecord[]): Map<string, SessionRecord> {
  const latest = new Map<string, SessionRecord>();
  for (const one of records) if (one.rev >= (latest.get(one.id)?.rev ?? 0)) latest.set(one.id, one);
  return latest;
}

const DAMAGES: readonly (readonly [string, (text: string) => string])[] = [
  ["whole", (whole) => whole],
  ["with a damaged table", (whole) => whole.replace('{"ids":[', '{"ids":?')],
  ["with a table that lacks a column", (whole) => whole.replace('"revs":[', '"rows":[')],
  ["with a last line that was cut", (whole) => `${whole}{"id":"s-1","rev":99,"bytes":5`],
];

describe("an index", () => {
  it.each(DAMAGES)("that is %s has the latest entry of each session", async (_what, damage) => {
    await using temp = await createTempFolder();
    const path = temp.file("index.journal");
    fc.assert(
      fc.property(scene, ({ listed, changes }) => {
        writeFileSync(path, damage(formatIndex(listed) + changes.map(formatIndexEntry).join("")));
        const content = readIndex(path);
        const found = content.entries.map((entry) => [entry.id, content.recordOf(entry)] as const);
        const expected = latestOf([...listed, ...changes]);
        expect(found).toHaveLength(expected.size);
        expect(JSON.parse(JSON.stringify(Object.fromEntries(found)))).toEqual(
          JSON.parse(JSON.stringify(Object.fromEntries(expected))),
        );
        for (const { id, rev, bytes, updatedAtMs, cwd } of content.entries) {
          expect(expected.get(id)).toMatchObject({ rev, bytes, updatedAtMs, cwd });
        }
      }),
    );
  });

  it.each<[string, (whole: string) => string]>([
    ["whole", (whole) => whole],
    ["damaged in one line", (whole) => whole.replace('{"id":"s-700","rev"', '{"id":"s-700?,"rev"')],
  ])("that is %s returns many sessions as it returns one", async (what, damage) => {
    await using temp = await createTempFolder();
    const path = temp.file("index.journal");
    const many = Array.from({ length: 2 * PARSED_ALONE_MAX }, (_, count) => createRecord(`s-${count}`));
    for (const [place, one] of many.entries()) one.promptTitle = `é\n${place}`;
    const changed = { ...createRecord("s-3"), rev: 1, promptTitle: "later" };
    writeFileSync(path, damage(formatIndex(many) + formatIndexEntry(changed)));
    await blankEntries(path, "s-5");
    const content = readIndex(path);
    const all = content.entries.map(content.reader(content.entries.length));
    expect(all).toEqual(content.entries.map((entry) => content.recordOf(entry)));
    const titles = new Map(all.map((found) => [found?.id, found?.promptTitle]));
    expect([titles.get("s-3"), titles.get("s-5"), titles.get("s-9")]).toEqual(["later", undefined, "é\n9"]);
    expect(titles.has("s-700")).toBe(what === "whole");
  });

  it("whose table points to wrong lines returns none of them for the session", async () => {
    await using temp = await createTempFolder();
    const path = temp.file("index.journal");
    const [one, two] = [createRecord("one"), createRecord("two")];
    writeFileSync(path, formatIndex([one, two]).replace('"ids":["one","two"]', '"ids":["two","one"]'));
    const content = readIndex(path);
    expect(content.entries.map((entry) => content.recordOf(entry))).toEqual([undefined, undefined]);
  });

  it("contains no text of a session that was blanked", async () => {
    await using temp = await createTempFolder();
    const path = temp.file("index.journal");
    const [one, two] = [createRecord("one"), createRecord("two")];
    one.promptTitle = "what I said";
    writeFileSync(path, formatIndex([one, two]) + formatIndexEntry({ ...one, rev: 1 }));
    await blankEntries(path, "one");
    expect(await readIndexRecord(path, "one")).toBeUndefined();
    const content = readIndex(path);
    expect(content.entries.flatMap((entry) => content.recordOf(entry) ?? [])).toMatchObject([{ id: "two" }]);
  });
});
