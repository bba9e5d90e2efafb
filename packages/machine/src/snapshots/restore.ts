// Brings files back to how they were in a snapshot. What somebody changed after the later snapshot stays as it is, unless
// asked for; what is not in the difference between the two is not touched at all.
import { ParleyError } from "@parley/base";
import { isUtf8 } from "node:buffer";
import { compareManifests, pathOf } from "./compare.ts";
import { readText, type DiffContext } from "./diff.ts";
import { isSame, type Entry } from "./entry.ts";
import type { EntryPair } from "./file-change.ts";
import { revertHunks } from "./hunks.ts";
import type { Manifest } from "./manifest.ts";
import { planRestore, type Choice, type RestorePlan } from "./restore-plan.ts";
import type { Present, WorkFolder } from "./work-folder.ts";

export interface RestoreOptions extends Choice {
  /**
   * The snapshot after the changes: what differs between the two is taken back. If not given, that is the last one for hunks,
   * and else everything is taken back that differs now, of which what differs from the last one was changed since.
   */
  readonly from?: string | undefined;
  /** Also over what was changed since. */
  readonly overwrite?: boolean | undefined;
}

export interface LeftAlone {
  readonly path: string;
  /**
   * `changed_since`: it is neither as in the one snapshot nor as in the other. `not_in_diff`: there is nothing to restore by
   * that path or number. `failed`: see the error.
   */
  readonly reason: "changed_since" | "failed" | "not_in_diff";
  readonly error?: ParleyError;
}

export interface Restoration {
  /** Paths, as the diff has them, that are now as they were; of some hunks, the file they are in. */
  readonly restored: readonly string[];
  readonly left: readonly LeftAlone[];
}

interface RestoreContext extends DiffContext {
  readonly work: WorkFolder;
}

interface Restoring {
  readonly to: Manifest;
  /** What differs from this is taken back. */
  readonly later: Manifest;
  /** How files are expected to be found. */
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
  // What has to go goes first: it may be in the way, a file of a folder or a folder of a file.
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

  /** Once a step has failed, the others of that file are not tried. */
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

  /** What was added or renamed, from its new place. */
  async remove({ before, after }: EntryPair): Promise<Outcome> {
    const { work } = this.#context;
    if (after === undefined || before?.path === after.path) return "done";
    const now = await work.read(after.path);
    if (now === undefined) return "done";
    if (!this.#mayReplace(now, after.path, undefined)) return "changed_since";
    const old = before && (await work.read(before.path));
    // A folder in the old place may be gone by the time that it matters.
    if (before !== undefined && old !== "other" && !this.#mayReplace(old, before.path, before)) return "changed_since";
    await work.remove(after.path);
    return "done";
  }

  /** What was changed, deleted or renamed, to its old place. */
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
    // A renamed file has gone from its new place, and cannot go to the old one.
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
