// The difference between two snapshots, file by file and line by line.
import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { PROBE_BYTES } from "../limits.ts";
import { compareManifests, pathOf } from "./compare.ts";
import type { Entry } from "./entry.ts";
import { kindOf, toSide, type EntryPair, type FileChange } from "./file-change.ts";
import { createHunks } from "@parley/base/hunks";
import type { SnapshotLimits } from "../limits.ts";
import type { Manifest } from "./manifest.ts";
import type { Skipped } from "./skipped.ts";
import type { SnapshotStore } from "./store.ts";

export interface SnapshotDiff {
  /** Sorted by path. */
  readonly files: readonly FileChange[];
  /** Paths that cannot be compared, because one of the two snapshots left them out, or both. */
  readonly skipped: readonly Skipped[];
}

export interface DiffOptions {
  /** Only these files, by a new path or an old one. */
  readonly paths?: readonly string[] | undefined;
  /** False: only which files differ, without reading them. */
  readonly lines?: boolean | undefined;
}

export interface DiffContext {
  readonly store: SnapshotStore;
  readonly limits: SnapshotLimits;
}

type Content = Pick<FileChange, "content" | "hunks">;

export async function diffSnapshots(
  context: DiffContext,
  before: Manifest,
  after: Manifest,
  options: DiffOptions,
): Promise<SnapshotDiff> {
  const { pairs, unknown } = await compareManifests(before, after, (entry) => readText(context, entry));
  const wanted = options.paths && new Set(options.paths);
  const files: FileChange[] = [];
  let bytesLeft = context.limits.diffTotalBytesMax;
  for (const pair of pairs) {
    if (wanted !== undefined && !wanted.has(pathOf(pair)) && !wanted.has(pair.before?.path ?? "")) continue;
    if (options.lines === false) {
      files.push(toChange(pair, contentOf(pair, "text")));
      continue;
    }
    const content = sizeOf(pair) > bytesLeft ? contentOf(pair, "too_large") : await readContent(context, pair);
    if (content.content === "text") bytesLeft -= sizeOf(pair);
    files.push(toChange(pair, content));
    // Comparing lines blocks this thread; other work must get its turn.
    await setImmediate();
  }
  const skipped = new Map([...before.skipped, ...after.skipped, ...unknown].map((entry) => [entry.path, entry]));
  return { files, skipped: [...skipped.values()] };
}

/** The lines of one change: always the same, whatever else is requested. */
export async function readContent(context: DiffContext, pair: EntryPair): Promise<Content> {
  const { before, after } = pair;
  const isText = before?.type !== "link" && after?.type !== "link";
  if (before?.blob.hash === after?.blob.hash || !isText) return contentOf(pair, "binary");
  if (Math.max(before?.blob.size ?? 0, after?.blob.size ?? 0) > context.limits.diffBytesMax) {
    return contentOf(pair, "too_large");
  }
  const [old, now] = [before ? await readText(context, before) : "", after ? await readText(context, after) : ""];
  return old === undefined || now === undefined
    ? contentOf(pair, "binary")
    : { content: "text", hunks: createHunks(old, now) };
}

/** `undefined` for binary content: anything that would not survive a conversion to a string. */
export async function readText({ store, limits }: DiffContext, { type, blob }: Entry): Promise<string | undefined> {
  if (type !== "file" || blob.size > limits.diffBytesMax) return undefined;
  return decodeText(await store.readBlob(blob));
}

export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) && !bytes.subarray(0, PROBE_BYTES).includes(0) ? bytes.toString("utf8") : undefined;
}

function contentOf({ before, after }: EntryPair, otherwise: "binary" | "text" | "too_large"): Content {
  return { content: before?.blob.hash === after?.blob.hash ? "same" : otherwise, hunks: [] };
}

function sizeOf({ before, after }: EntryPair): number {
  return (before?.blob.size ?? 0) + (after?.blob.size ?? 0);
}

function toChange(pair: EntryPair, content: Content): FileChange {
  const kind = kindOf(pair);
  return {
    kind,
    path: pathOf(pair),
    oldPath: kind === "renamed" ? pair.before?.path : undefined,
    before: toSide(pair.before),
    after: toSide(pair.after),
    ...content,
  };
}
