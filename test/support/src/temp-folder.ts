// A folder of a test's own, gone when the test is over.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TempFolder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** The absolute path of something inside. */
  file(...names: readonly string[]): string;
}

export async function createTempFolder(): Promise<TempFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "parley-test-")));
  return {
    path,
    file: (...names) => join(path, ...names),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
