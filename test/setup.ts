// Runs before every test file: property tests are the same on every machine and can be sent exploring, and fetch() keeps nothing.
import { configureGlobal } from "fast-check";

const DEFAULT_SEED = 20_261_115;

// `PARLEY_TEST_SEED=$RANDOM npm test` tries other cases; a failure prints the seed that found it.
configureGlobal({ seed: Number(process.env["PARLEY_TEST_SEED"] ?? DEFAULT_SEED) });

// The files of a worker share its connections that fetch() keeps alive: what happens to one sets timers in the tests of the next file.
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");
interface Dispatcher {
  readonly constructor: new () => Dispatcher;
  destroy(): Promise<void>;
}
const before = Reflect.get(globalThis, DISPATCHER) as Dispatcher | undefined;
if (before !== undefined) {
  Reflect.set(globalThis, DISPATCHER, new before.constructor());
  await before.destroy();
}
