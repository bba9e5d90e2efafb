// The built server on all its entrypoints, with odd requests: the inputs that are kept, and some that are new but always the same.
import { describe, expect, it } from "vitest";
import { playKept, playTarget } from "./engine/play.ts";
import { readKept } from "./engine/seeds.ts";
import { servers } from "./targets.ts";

const SEED = Number(process.env["PARLEY_TEST_SEED"] ?? 20_261_115);

describe.each(servers.map((target) => [target.name, target] as const))("%s", (_name, target) => {
  it("bears every input that once broke something", async () => {
    expect(await playKept(target, await readKept(target.name))).toEqual([]);
  });

  it("bears new ones", { timeout: 180_000 }, async () => {
    expect(await playTarget(target, { seed: SEED, count: target.count })).toBeUndefined();
  });
});
