// Restores files to their state in a snapshot. Changes made after the later snapshot are kept, unless
// requested; files that do not differ between the two are not touched at all.
import { ParleyError } from "@parley/base";
import { isUtf8 } from "node:buffer";
import { compareManifests, pathOf } from "./compare.ts";
import { readText, type DiffContext } from "./diff.ts";
import { isSame, type Entry } from "./entry.ts";
import type { EntryPair } from "./file-change.ts";
import { revertHunks } from "@parley/base/hunks";
import type { Manifest } from "./manifest.ts";
import { planRestore, type Choice, type RestorePlan } from "./restore-plan.ts";
import type { Present, WorkFolder } from "./work-folder.ts";

export interface RestoreOptions extends Choice {
  /**
   * The snapshot after the changes: the differences between the two are undone. By default this is the last one for hunks,
   * and otherwise everything that differs now is undone; differences from the last one count as changed since.
   */
  readonly from?: string | undefined;
  /** Also overwrite what was changed since. */
  readonly overwrite?: boolean | undefined;
}

export interface LeftAlone {
  readonly path: string;
  /**
   * `changed_since`: it matches neither of the two snapshots. `not_in_diff`: that path or number has nothing to
   * restore. `failed`: see the error.
   */
  readonly reason: "changed_since" | "failed" | "not_in_diff";
  readonly error?: ParleyError;
}

export interface Restoration {
  /** Restored paths, as in the diff; for hunks, the file they are in. */
  readonly restored: readonly string[];
  readonly left: readonly LeftAlone[];
}

interface RestoreContext extends DiffContext {
  readonly work: WorkFolder;
}

interface Restoring {
  readonly to: Manifest;
  /** Differences from this state are undone. */
  readonly later: Manifest;
  /** The expected current state of the files. */
  readonly expected: Manifest;
}

export async function restoreSnapshot(
  context: RestoreContext,
  { to, later, expected }: Restoring,
  options: RestoreOptions,
): Promise<Restoration> {
  const { pairs } = await compareManifests(to, later, (entry) => readText(context, entry));
  const plan = await planRestore(context, pairs, options);
  const restorer = new Restorer(context, expected, options.overwrite ?? false);
  for (const part of plan.parts) await restorer.attempt(part.pair, () => restorer.revertLines(part));
  // Deletions first: a file may be in the way of a folder, or a folder in the way of a file.
  for (const pair of plan.whole) await restorer.attempt(pair, () => restorer.remove(pair));
  for (const pair of plan.whole) await restorer.attempt(pair, () => restorer.putBack(pair));
  const missing = plan.missing.map((path): LeftAlone => ({ path, reason: "not_in_diff" }));
  const left = [...missing, ...restorer.left.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return { restored: restorer.restored(), left };
}

type Outcome = "changed_since" | "done";

class Restorer {
  readonly left = new Map<string, LeftAlone>();
  readonly #context: RestoreContext;
  readonly #expected: Manifest;
  readonly #overwrite: boolean;
  readonly #done = new Set<string>();

  constructor(context: RestoreContext, expected: Manifest, overwrite: boolean) {
    this.#context = context;
    this.#expected = expected;
    this.#overwrite = overwrite;
  }

  restored(): string[] {
    return Array.from(this.#done)
      .filter((path) => !this.left.has(path))
      .toSorted();
  }

  /** After a failed step, the remaining steps of that file are skipped. */
  async attempt(pair: EntryPair, step: () => Promise<Outcome>): Promise<void> {
    const path = pathOf(pair);
    if (this.left.has(path)) return;
    try {
      const outcome = await step();
      if (outcome === "done") this.#done.add(path);
      else this.left.set(path, { path, reason: outcome });
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      this.left.set(path, { path, reason: "failed", error });
    }
  }

  /** Added or renamed files, removed from their new path. */
  async remove({ before, after }: EntryPair): Promise<Outcome> {
    const { work } = this.#context;
    if (after === undefined || before?.path === after.path) return "done";
    const now = await work.read(after.path);
    if (now === undefined) return "done";
    if (!this.#mayReplace(now, after.path, undefined)) return "changed_since";
    const old = before && (await work.read(before.path));
    // A folder at the old path may be gone by then.
    if (before !== undefined && old !== "other" && !this.#mayReplace(old, before.path, before)) return "changed_since";
    await work.remove(after.path);
    return "done";
  }

  /** Changed, deleted or renamed files, restored at their old path. */
  async putBack({ before, after }: EntryPair): Promise<Outcome> {
    const { work, store } = this.#context;
    if (before === undefined) return "done";
    let now = await work.read(before.path);
    if (now === "other" && (await work.removeHollow(before.path))) now = undefined;
    if (now !== "other" && isSame(now, before)) return "done";
    if (this.#mayReplace(now, before.path, before)) {
      await work.write(before.path, before, await store.readBlob(before.blob));
      return "done";
    }
    // A renamed file was removed from its new path, and cannot be moved to the old one.
    const isRenamed = after !== undefined && after.path !== before.path;
    if (isRenamed) await work.write(after.path, after, await store.readBlob(after.blob));
    return "changed_since";
  }

  async revertLines({ pair: { after }, hunks }: RestorePlan["parts"][number]): Promise<Outcome> {
    if (after === undefined) return "done";
    const now = await this.#context.work.read(after.path);
    if (now === undefined || now === "other" || now.type !== "file") return "changed_since";
    const isExact = now.blob.hash === after.blob.hash;
    const text = isUtf8(now.bytes) ? revertHunks(now.bytes.toString("utf8"), hunks, isExact) : undefined;
    const reverted = text ?? (this.#overwrite ? await this.#revertKept(after, hunks) : undefined);
    if (reverted === undefined) return "changed_since";
    await this.#context.work.write(after.path, now, Buffer.from(reverted));
    return "done";
  }

  async #revertKept(after: Entry, hunks: RestorePlan["parts"][number]["hunks"]): Promise<string | undefined> {
    const kept = await readText(this.#context, after);
    return kept === undefined ? undefined : revertHunks(kept, hunks, true);
  }

  #mayReplace(now: Present | "other" | undefined, path: string, to: Entry | undefined): boolean {
    return this.#overwrite || (now !== "other" && (isSame(now, this.#expected.entries.get(path)) || isSame(now, to)));
  }
}
