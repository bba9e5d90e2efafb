import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { misbehaviours, type Misbehaviour } from "./fixtures/misbehaviours.ts";
import { runDriver } from "./fixtures/run-driver.ts";
import { findIn, killAllIn, untilNoneIn } from "./fixtures/survivors.ts";

const kinds = Object.keys(misbehaviours) as Misbehaviour[];
const TREES = 200;
const TREES_PER_DRIVER = 25;
const DRIVERS_AT_ONCE = 2;

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-stress-")));
});
afterAll(() => {
  killAllIn(folder);
  rmSync(folder, { recursive: true });
});

/** The end of the world for one Parley process with its share of the trees; how many processes there were, and who survived. */
async function endOne(driver: number): Promise<{ before: number; survivors: number[] }> {
  const cwd = mkdtempSync(join(folder, `${driver}-`));
  const trees = Array.from(
    { length: TREES_PER_DRIVER },
    (_, tree) => kinds[(driver * 7 + tree) % kinds.length] ?? "forks",
  );
  const parley = await runDriver({ cwd, trees, graceMs: 500 });
  const before = findIn(cwd).length;
  // Every other one has no chance to tidy up, and is tidied up after.
  if (driver % 2 === 0) {
    await parley.kill();
    return { before, survivors: await untilNoneIn(cwd, 20_000) };
  }
  return { before, survivors: [...(await parley.end()), ...(await untilNoneIn(cwd, 20_000))] };
}

describe.skipIf(process.platform !== "linux")("the guard and the end of trees", () => {
  it(`leave no survivor of ${TREES} misbehaving trees, half of them with us killed`, { timeout: 120_000 }, async () => {
    const results: Awaited<ReturnType<typeof endOne>>[] = [];
    for (let first = 0; first < TREES / TREES_PER_DRIVER; first += DRIVERS_AT_ONCE) {
      const batch = Array.from({ length: DRIVERS_AT_ONCE }, (_, index) => endOne(first + index));
      results.push(...(await Promise.all(batch)));
    }
    expect(results.map(({ survivors }) => survivors)).toEqual(results.map(() => []));
    expect(Math.min(...results.map(({ before }) => before))).toBeGreaterThan(TREES_PER_DRIVER);
  });
});
