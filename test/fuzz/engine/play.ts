// Plays the inputs of a target, and gives the smallest one that breaks a promise.
import * as fc from "fast-check";
import { HEAP_GROWTH_BYTES_MAX, INPUT_MS_MAX, SHRINK_MS_MAX } from "./limits.ts";
import { BrokenPromise, type FuzzTarget, type OpenTarget } from "./target.ts";

export interface Finding {
  readonly target: string;
  readonly message: string;
  /** For `npm run fuzz -- --only TARGET --seed SEED`; none for a kept input. */
  readonly seed?: number | undefined;
  /** Undefined if it was found after the last input only. */
  readonly input?: unknown;
}

export interface PlayOptions {
  readonly seed: number;
  readonly count: number;
  /** Called before every input. */
  readonly onInput?: ((input: unknown) => void) | undefined;
}

/** Undefined if everything held. */
export async function playTarget(target: FuzzTarget, options: PlayOptions): Promise<Finding | undefined> {
  const { seed, count, onInput } = options;
  using rejections = watchRejections();
  await using opened = await target.open();
  const heapBefore = process.memoryUsage().heapUsed;
  let isFound = false;
  const property = fc.asyncProperty(target.inputs, async (input) => {
    onInput?.(input);
    try {
      await playOne(opened, input);
      rejections.check();
    } catch (error) {
      isFound = true;
      throw error;
    }
  });
  const shrinking = { interruptAfterTimeLimit: SHRINK_MS_MAX + count * INPUT_MS_MAX, markInterruptAsFailure: false };
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: count, ...shrinking });
  if (failed || isFound) {
    return { target: target.name, seed, message: describe(errorInstance), input: counterexample?.[0] };
  }
  try {
    await opened.finish?.();
    checkHeap(heapBefore);
    return undefined;
  } catch (error) {
    return { target: target.name, seed, message: describe(error) };
  }
}

/** The kept inputs of a target: every one of them found something once. */
export async function playKept(target: FuzzTarget, inputs: readonly unknown[]): Promise<readonly Finding[]> {
  if (inputs.length === 0) return [];
  using rejections = watchRejections();
  await using opened = await target.open();
  const findings: Finding[] = [];
  for (const input of inputs) {
    try {
      await playOne(opened, input);
      rejections.check();
    } catch (error) {
      findings.push({ target: target.name, message: describe(error), input });
    }
  }
  return findings;
}

async function playOne(opened: OpenTarget<unknown>, input: unknown): Promise<void> {
  const begunMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BrokenPromise(`no answer within ${INPUT_MS_MAX} ms`)), INPUT_MS_MAX);
  });
  try {
    await Promise.race([opened.play(input), late]);
  } finally {
    clearTimeout(timer);
  }
  const tookMs = performance.now() - begunMs;
  // A timer cannot interrupt code that never waits.
  if (tookMs > INPUT_MS_MAX) throw new BrokenPromise(`it took ${Math.round(tookMs)} ms`);
  if (Reflect.get({}, "polluted") !== undefined) throw new BrokenPromise("Object.prototype was changed");
}

function checkHeap(before: number): void {
  global.gc?.();
  const grown = process.memoryUsage().heapUsed - before;
  if (grown > HEAP_GROWTH_BYTES_MAX) throw new BrokenPromise(`the heap grew by ${grown} bytes`);
}

function watchRejections(): { check(): void } & Disposable {
  const seen: unknown[] = [];
  const keep = (reason: unknown): void => void seen.push(reason);
  process.on("unhandledRejection", keep);
  return {
    check() {
      const [first] = seen.splice(0);
      if (first !== undefined) throw new BrokenPromise(`an unhandled rejection: ${describe(first)}`);
    },
    [Symbol.dispose]: () => void process.off("unhandledRejection", keep),
  };
}

function describe(error: unknown): string {
  if (error instanceof BrokenPromise) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
