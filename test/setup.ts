// Runs before every test file: property tests are the same on every machine and can be sent exploring, and fetch() keeps nothing.
import { configureGlobal } from "fast-check";

const DEFAULT_SEED = 20_261_115;

// `PARLEY_TEST_SEED=$RANDOM npm test` tries other cases; a failure prints the seed that found it.
configureGlobal({ seed: Number(process.env["PARLEY_TEST_SEED"] ?? DEFAULT_SEED) });

// The files of a worker share its connections that fetch() keeps alive: what happens to one sets timers in the tests of the next file.
// Node 26 has them under the second name, and under the first one a wrapper for older callers.
const [OLDER, NEWER] = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name)) as [
  symbol,
  symbol,
];
interface Dispatcher {
  readonly constructor: new (inner?: Dispatcher) => Dispatcher;
  destroy(): Promise<void>;
}
const [older, newer] = [OLDER, NEWER].map((name) => Reflect.get(globalThis, name) as Dispatcher | undefined);
const before = newer ?? older;
if (before !== undefined) {
  const next = new before.constructor();
  Reflect.set(globalThis, newer === undefined ? OLDER : NEWER, next);
  if (newer !== undefined && older !== undefined) Reflect.set(globalThis, OLDER, new older.constructor(next));
  await before.destroy();
}
