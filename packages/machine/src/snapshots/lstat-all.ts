// Reads the status of many files. On a fast disk a synchronous call takes less time than handing it to another thread, so it is
// made here, in slices that let other work run; where answers are slow, other threads wait for them.
import { lstat, lstatSync, type Stats } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { SLICE_MS } from "../limits.ts";

/** Fewer answers than this in a slice count as slow. */
const SLICE_ANSWERS_MIN = 40;
const AT_ONCE = 1_000;

/** In the order of the paths; an error in place of a missing answer. */
export async function lstatAll(paths: readonly string[]): Promise<(Stats | Error)[]> {
  const answers: (Stats | Error)[] = [];
  while (answers.length < paths.length) {
    const sliced = lstatSlice(paths, answers);
    if (answers.length === paths.length) break;
    if (sliced < SLICE_ANSWERS_MIN)
      answers.push(...(await lstatSome(paths.slice(answers.length, answers.length + AT_ONCE))));
    else await setImmediate();
  }
  return answers;
}

/** Adds answers for one time slice, and returns their number. */
function lstatSlice(paths: readonly string[], answers: (Stats | Error)[]): number {
  const start = answers.length;
  const deadline = performance.now() + SLICE_MS;
  for (let index = start; index < paths.length; index += 1) {
    try {
      answers.push(lstatSync(paths[index] ?? ""));
    } catch (error) {
      answers.push(error as Error);
    }
    if (performance.now() > deadline) break;
  }
  return answers.length - start;
}

function lstatSome(paths: readonly string[]): Promise<(Stats | Error)[]> {
  return new Promise((resolve) => {
    const answers: (Stats | Error)[] = [];
    let left = paths.length;
    for (const [index, path] of paths.entries()) {
      lstat(path, (error, stats) => {
        answers[index] = error ?? stats;
        left -= 1;
        if (left === 0) resolve(answers);
      });
    }
  });
}
