// The file with the steps of one session. If it cannot be read, it is moved aside, not deleted.
import { createId, ParleyError } from "@parley/base";
import { guardFiles, readTextWithin, writeAtOnce } from "@parley/home";
import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { STEPS_FILE_BYTES_MAX } from "../limits.ts";
import { formatSteps, parseSteps } from "./parse-steps.ts";
import { noSteps, type Steps } from "./steps.ts";

const SAFE_NAME = /^[\w-]{1,100}$/;

/** The agent's snapshots, separate from those of clients, which have limits of their own. */
export function snapshotStorePath(parleyHome: string): string {
  return join(parleyHome, "checkpoints", "agent");
}

/** Of a client that takes the snapshots itself. */
export function clientStorePath(parleyHome: string): string {
  return join(parleyHome, "checkpoints");
}

export function stepsFolder(parleyHome: string): string {
  return join(parleyHome, "checkpoints", "sessions");
}

export function stepsPath(parleyHome: string, sessionId: string): string {
  const name = SAFE_NAME.test(sessionId) ? sessionId : createHash("sha256").update(sessionId).digest("hex");
  return join(stepsFolder(parleyHome), `${name}.json`);
}

/** For a deleted session. Its snapshots expire on their own. */
export async function removeCheckpoints(parleyHome: string, sessionId: string): Promise<void> {
  await guardFiles("The checkpoints of the session could not be removed", () =>
    rm(stepsPath(parleyHome, sessionId), { force: true }),
  );
}

export interface LoadedSteps {
  readonly steps: Steps;
  /** Why the file could not be read, and where it was moved. */
  readonly damage?: string | undefined;
}

export async function loadSteps(path: string): Promise<LoadedSteps> {
  return guardFiles("The checkpoints of this session could not be read", async () => {
    const text = await readText(path);
    if (text === undefined) return { steps: noSteps };
    const steps = typeof text === "string" ? parseSteps(text) : text;
    if (!("wrong" in steps)) return { steps };
    const aside = `${path}.damaged-${createId()}`;
    await rename(path, aside);
    return { steps: noSteps, damage: `${steps.wrong}. It was moved to ${aside}` };
  });
}

async function readText(path: string): Promise<string | { readonly wrong: string } | undefined> {
  try {
    return await readTextWithin(path, STEPS_FILE_BYTES_MAX);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "file_too_large") return { wrong: error.message };
    throw error;
  }
}

/** Drops the oldest steps until the file fits. Returns what was saved. */
export async function saveSteps(path: string, steps: Steps): Promise<Steps> {
  let kept = steps;
  let text = formatSteps(kept);
  while (Buffer.byteLength(text) > STEPS_FILE_BYTES_MAX && kept.list.length + kept.activities.length > 0) {
    kept = withoutOldest(kept);
    text = formatSteps(kept);
  }
  await guardFiles("The checkpoints of this session could not be saved", () => writeAtOnce(path, text));
  return kept;
}

function withoutOldest({ list, applied, activities, running }: Steps): Steps {
  return { list: list.slice(1), applied: Math.max(0, applied - 1), activities: activities.slice(1), running };
}
