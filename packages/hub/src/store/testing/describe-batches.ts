// What every store does with batches, however large and of whatever letters.
import fc from "fast-check";
import { expect, it } from "vitest";
import { append, readAll, toBatch, toLine, toLines, toSession, type OpenStore } from "./rows.ts";

export function describeBatches(open: OpenStore): void {
  it("refuses a line that contains a line break", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    const batch = { sessionId: "s1", firstSeq: 1, lines: ["{}", "{}\n{}"] };
    await expect(append(store, batch)).rejects.toMatchObject({ code: "bad_input" });
    expect(await readAll(store, "s1")).toEqual([]);
  });

  it("stores long lines, many lines, and any character", async () => {
    await using store = await open();
    await store.insertSession(toSession());
    const words = ["", '"\\', "ä€😀", "\u2028\u0000\ud800", "x".repeat(2_000_000)];
    const lines = [...words, ...words].map((text, index) => toLine("s1", index + 1, text));
    const more = toLines("s1", lines.length + 1, 5_000);
    await append(store, { sessionId: "s1", firstSeq: 1, lines: [...lines, ...more] });
    expect(await readAll(store, "s1")).toEqual([...lines, ...more]);
    expect(await store.readEvents("s1", { before: 4_000, limit: 1 })).toEqual(more.slice(3_988, 3_989));
  });

  it("reads in pages of any size what was appended in batches of any size", async () => {
    await using store = await open();
    let session = 0;
    const sizes = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(
      sizes,
      fc.nat(2_000),
      fc.integer({ min: 1, max: 900 }),
      async (batches, at, limit) => {
        const sessionId = `p${(session += 1)}`;
        await store.insertSession(toSession({ id: sessionId }));
        let last = 0;
        for (const size of batches) {
          await append(store, toBatch(sessionId, last + 1, size));
          last += size;
        }
        const all = toLines(sessionId, 1, last);
        expect(await store.readEvents(sessionId, { after: at, limit })).toEqual(all.slice(at, at + limit));
        const before = all.slice(0, Math.max(0, at - 1));
        expect(await store.readEvents(sessionId, { before: at, limit })).toEqual(before.slice(-limit));
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
}
