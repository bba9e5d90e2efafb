// A minute of chaos on each run of the tests; `npm run test:chaos` plays other seeds, and for longer.
import { POSTGRES } from "@parley/test-support/postgres";
import { describe, expect, it } from "vitest";
import { play } from "./play.ts";

const SEED = 20;
const SECONDS = 25;

if (POSTGRES === undefined)
  process.stderr.write("Skipped: chaos on three servers, because PostgreSQL is not installed.\n");

describe("chaos", { timeout: 600_000 }, () => {
  it.each(POSTGRES === undefined ? ["embedded"] : ["postgres", "embedded"])(
    `with seed ${SEED} on the store %s breaks no promise`,
    async (store) => {
      const { findings, summary } = await play({ seed: SEED, seconds: SECONDS, store });
      expect([summary, ...findings]).toEqual([summary]);
    },
  );
});
