import { ParleyError } from "@parley/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Checkpoints } from "./checkpoints.ts";
import { createGround, inTurn, type TestGround } from "./testing/open-checkpoints.ts";

const RUNS = 15;

/** Some are in the way of others: `d` is a file or a folder. */
const path = fc.constantFrom("a", "b.txt", "d", "d/a", "d/e/f", "g/h", "ä ö.md");
const content = fc.oneof(
  fc.constantFrom("", "one\n", "one\ntwo\n", "x"),
  fc.string({ maxLength: 40 }),
  fc.constant("line\n".repeat(500)),
);
/** `null` removes. */
const edits = fc.dictionary(path, fc.option(content, { freq: 3 }), { maxKeys: 4, noNullPrototype: true });
type Edits = Record<string, string | null>;

async function edit(ground: TestGround, files: Edits): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const parents = name.split("/").slice(0, -1);
    const all = await ground.read();
    // What is a file and has to be a folder, or the other way round, makes room.
    const inTheWay = parents.map((_, depth) => parents.slice(0, depth + 1).join("/")).filter((above) => above in all);
    await ground.write({ ...Object.fromEntries(inTheWay.map((above) => [above, null])), [name]: null });
    if (text !== null) await ground.write({ [name]: text });
  }
}

describe("chains of undo and redo", () => {
  it("undo to the start and redo to the end, for any turns", async () => {
    const chain = fc.record({
      start: edits,
      turns: fc.array(edits, { minLength: 1, maxLength: 5 }),
      restarts: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(chain, async ({ start, turns, restarts }) => {
        await using ground = await createGround();
        await edit(ground, start);
        let checkpoints = ground.open();
        const states = [await ground.read()];
        for (const [index, files] of turns.entries()) {
          await inTurn(checkpoints, `${index}`, () => edit(ground, files));
          const state = await ground.read();
          if (JSON.stringify(state) !== JSON.stringify(states.at(-1))) states.push(state);
        }
        let moves = 0;
        const restarted = (): Checkpoints =>
          restarts[moves++ % restarts.length] === true ? ground.open() : checkpoints;
        for (const state of states.slice(0, -1).toReversed()) {
          checkpoints = restarted();
          expect((await checkpoints.undo()).leftAlone).toEqual([]);
          expect(await ground.read()).toEqual(state);
        }
        await expect(checkpoints.undo()).rejects.toMatchObject({ code: "usage" });
        for (const state of states.slice(1)) {
          checkpoints = restarted();
          expect((await checkpoints.redo()).leftAlone).toEqual([]);
          expect(await ground.read()).toEqual(state);
        }
        await expect(checkpoints.redo()).rejects.toMatchObject({ code: "usage" });
        expect(ground.notices).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it("never lose changes that others made in between", async () => {
    const name = fc.constantFrom("a", "b", "c/d");
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          turn: fc.dictionary(name, fc.option(fc.nat(9)), { minKeys: 1, noNullPrototype: true }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ outside: name }) },
      { weight: 3, arbitrary: fc.constantFrom("undo" as const, "redo" as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await using ground = await createGround();
        const checkpoints = ground.open();
        /** What somebody else wrote last, and no turn has touched since. */
        const theirs = new Map<string, string>();
        for (const [index, one] of steps.entries()) {
          if (one === "undo" || one === "redo") {
            // There may be nothing to undo or redo.
            await checkpoints[one]().catch((error: unknown) => {
              if (!(error instanceof ParleyError) || error.code !== "usage") throw error;
            });
          } else if ("outside" in one) {
            theirs.set(one.outside, `theirs ${index}`);
            await ground.write({ [one.outside]: `theirs ${index}` });
          } else {
            const files = Object.entries(one.turn).map(([file, value]) => [
              file,
              value === null ? null : `turn ${value}`,
            ]);
            await inTurn(checkpoints, `${index}`, () => ground.write(Object.fromEntries(files)));
            for (const file of Object.keys(one.turn)) theirs.delete(file);
          }
          expect(await ground.read()).toMatchObject(Object.fromEntries(theirs));
        }
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});
