// Runs before every test file: property tests are the same on every machine, and can be sent exploring.
import { configureGlobal } from "fast-check";

const DEFAULT_SEED = 20_261_115;

// `PARLEY_TEST_SEED=$RANDOM npm test` tries other cases; a failure prints the seed that found it.
configureGlobal({ seed: Number(process.env["PARLEY_TEST_SEED"] ?? DEFAULT_SEED) });
