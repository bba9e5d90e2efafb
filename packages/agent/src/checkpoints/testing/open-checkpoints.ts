// A workspace and a home of a test's own, and sessions with checkpoints in them.
import type { Clock } from "@parley/base";
import { createTempFolder } from "@parley/test-support";
import { readdir, readFile, readlink, rm, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Checkpoints } from "../checkpoints.ts";
import { createCheckpoints, type CheckpointsOptions } from "../create-checkpoints.ts";

export interface TestGround extends AsyncDisposable {
  readonly cwd: string;
  readonly parleyHome: string;
  readonly notices: string[];
  open(sessionId?: string, options?: Partial<CheckpointsOptions>): Checkpoints;
  /** `null` removes. */
  write(files: Readonly<Record<string, string | null>>): Promise<void>;
  /** Every file, ignored ones and links included; of a link, where it leads. */
  read(): Promise<Record<string, string>>;
}

export async function createGround(clock?: Clock): Promise<TestGround> {
  const temp = await createTempFolder();
  const [cwd, parleyHome] = [temp.file("workspace"), temp.file("home")];
  await mkdir(cwd);
  const notices: string[] = [];
  const notice = (severity: string, text: string): void => void notices.push(`${severity}: ${text}`);
  const opened: Checkpoints[] = [];
  return {
    cwd,
    parleyHome,
    notices,
    open(sessionId = "session", options = {}) {
      const checkpoints = createCheckpoints({ sessionId, roots: [cwd], parleyHome, notice, clock, ...options });
      opened.push(checkpoints);
      return checkpoints;
    },
    write: (files) => writeFiles(cwd, files),
    read: () => readFiles(cwd),
    async [Symbol.asyncDispose]() {
      for (const checkpoints of opened) await checkpoints[Symbol.asyncDispose]();
      await temp[Symbol.asyncDispose]();
    },
  };
}

/** A turn in which this happens. */
export async function inTurn(checkpoints: Checkpoints, turnId: string, action: () => Promise<unknown>): Promise<void> {
  await checkpoints.beforeEffect(turnId);
  await action();
  await checkpoints.endTurn(turnId);
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const full = join(folder, path);
    if (text === null) await rm(full, { force: true, recursive: true });
    else {
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, text);
    }
  }
}

export async function readFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1);
    if (entry.isFile()) files[path] = await readFile(full, "utf8");
    if (entry.isSymbolicLink()) files[path] = `-> ${await readlink(full)}`;
  }
  return files;
}
