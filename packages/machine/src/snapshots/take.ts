// Takes snapshots of one folder: walks it, or only checks what its watch reported, reads files that may have changed,
// and stores new content. An unchanged folder keeps its snapshot.
import { createId, ParleyError, errnoOf } from "@parley/base";
import { guardErrors } from "../files/file-error.ts";
import type { Folders } from "../files/folder.ts";
import { Collector } from "./collector.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { VERIFY_MS, type SnapshotLimits } from "../limits.ts";
import type { Manifest } from "./manifest.ts";
import { listRepositoryFiles } from "./repository-files.ts";
import { readOuterRules } from "./repository-rules.ts";
import { chooseReusable } from "./reusable.ts";
import { RuleFiles } from "./rule-files.ts";
import { isSameManifest } from "./same-manifest.ts";
import { isVersionControl, scanFolder, scanNames, type Scan } from "./scan.ts";
import { isCovered, type SkipReason } from "./skipped.ts";
import type { SnapshotStore } from "./store.ts";
import { Surroundings } from "./surroundings.ts";
import { FolderWatch, type ChangedNames } from "./watch/folder-watch.ts";
import { isWatchable } from "./watch/watchable.ts";

export interface TakeOptions {
  /** Files to include although they are ignored: paths relative to the folder, with slashes. */
  readonly include?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** This is the snapshot before a turn, which is kept until it is released. */
  readonly hold?: boolean | undefined;
}

export interface TakeContext {
  /** Without links. */
  readonly folder: string;
  readonly store: SnapshotStore;
  /** The store, relative to the folder, if it is inside. */
  readonly foreignPath: string | undefined;
  readonly folders: Folders;
  readonly limits: SnapshotLimits;
  readonly baseRules: IgnoreRules;
}

/** The latest snapshot, and what must be unchanged for the watch to be reliable. */
interface Known {
  readonly manifest: Manifest;
  readonly scan: Scan;
  /** Files that no walk finds, because they are ignored. */
  readonly extras: readonly string[];
  readonly surroundings: Surroundings;
  readonly walkedAtMs: number;
  /** The state of the git files in snapshots. */
  readonly repositoryStamp: string;
}

interface Collected {
  readonly scan: Scan;
  readonly extras: readonly string[];
  readonly repositoryStamp: string;
}

/** Where these limits apply depends on everything before, so everything has to be walked. */
const CUT: ReadonlySet<SkipReason> = new Set(["too_many_entries", "snapshot_full"]);

export class Taker {
  readonly #context: TakeContext;
  readonly #watch: FolderWatch | undefined;
  #known: Known | undefined;

  constructor(context: TakeContext) {
    this.#context = context;
    const { folder, folders, store } = context;
    this.#watch = isWatchable(folder, folders) ? new FolderWatch(store.manifests) : undefined;
  }

  /** One call at a time. */
  async take({ include = [], signal, hold = false }: TakeOptions): Promise<Manifest> {
    signal?.throwIfAborted();
    const included = include.map(parseIncluded);
    const known = this.#known;
    // Until this call succeeds: the watch reports each change only once.
    this.#known = undefined;
    const changes = known && (await this.#changes(known, hold));
    if (known !== undefined && changes !== undefined) {
      const isSame = changes.size === 0 && isAsIncluded(known, included) && this.#isRepositorySame(known);
      const next = isSame ? known : await this.#takeChanged(known, changes, included, signal);
      this.#known = next;
      if (next !== undefined) return next.manifest;
    }
    return this.#walk(known, included, signal);
  }

  /** Releases memory and watches; the next snapshot is a walk. */
  sleep(): void {
    this.#known = undefined;
    this.#watch?.close();
  }

  /** No watch reports changes in `.git`: there would be too many of them. */
  #isRepositorySame({ scan, repositoryStamp }: Known): boolean {
    return listRepositoryFiles(this.#context.folder, scan.repositories).stamp === repositoryStamp;
  }

  async #collectRepositories(scan: Scan): Promise<string> {
    const { paths, stamp } = listRepositoryFiles(this.#context.folder, scan.repositories);
    for (const path of paths) await scan.visit(path);
    return stamp;
  }

  async #changes(
    { manifest, scan, surroundings, walkedAtMs }: Known,
    hold: boolean,
  ): Promise<ChangedNames | undefined> {
    // Only at the beginning of a turn: what a late walk finds would otherwise be attributed to the turn.
    if (this.#watch === undefined || (hold && Date.now() - walkedAtMs > VERIFY_MS)) return undefined;
    if (scan.skipped.some(({ reason }) => CUT.has(reason))) return undefined;
    const { store } = this.#context;
    return store.use(manifest.id) && surroundings.isUnchanged() ? this.#watch.changes() : undefined;
  }

  /** Undefined if a walk is needed. */
  async #takeChanged(
    known: Known,
    names: ChangedNames,
    included: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Known | undefined> {
    const { context, watch } = { context: this.#context, watch: this.#watch };
    const { manifest, surroundings } = known;
    if (watch === undefined) return undefined;
    const collect = async (collector: Collector): Promise<Collected | undefined> => {
      const extras = [...new Set([...included, ...known.extras])];
      collector.drop(new Set([...extras, ...[...manifest.entries.keys()].filter(isInRepository)]), new Set());
      await using root = await context.folders.open(context.folder);
      const { ruleFiles } = surroundings;
      const options = { ...context, rules: context.baseRules, ruleFiles, signal, watch, names, earlier: known.scan };
      const scan = await scanNames(root, options, collector);
      for (const path of extras) if (!collector.has(path)) await scan.visit(path);
      const repositoryStamp = await this.#collectRepositories(scan);
      if (!watch.isSure || scan.skipped.some(({ reason }) => CUT.has(reason))) return undefined;
      return { scan, extras, repositoryStamp };
    };
    try {
      const taken = await this.#collect(manifest, manifest, included, collect);
      return taken && { ...taken, surroundings, walkedAtMs: known.walkedAtMs };
    } catch (error) {
      // A directory is gone by now, or something else: the walk will show it.
      if (errnoOf(error) === undefined) throw error;
      return undefined;
    }
  }

  async #walk(known: Known | undefined, included: readonly string[], signal?: AbortSignal): Promise<Manifest> {
    const { context, watch } = { context: this.#context, watch: this.#watch };
    const { store } = context;
    await guardErrors("make", store.manifests, () => store.make());
    const previous = known !== undefined && store.use(known.manifest.id) ? known.manifest : await store.readLatest();
    const ruleFiles = new RuleFiles();
    const surroundings = new Surroundings(context.folder, ruleFiles);
    const walkedAtMs = Date.now();
    watch?.begin();
    const collect = async (collector: Collector): Promise<Collected> => {
      const rules = await readOuterRules(context.folder, context.baseRules, ruleFiles);
      await using root = await guardErrors("open", context.folder, () => context.folders.open(context.folder));
      const scan = await scanFolder(root, { ...context, rules, ruleFiles, signal, watch }, collector);
      // Once in a snapshot, a file stays in the following ones, as in git: a new ignore rule must not make it look deleted.
      const ignored = new Set(scan.ignored);
      const missed = Array.from(previous?.entries.keys() ?? []).filter((path) => !collector.has(path));
      const extras = [...new Set([...included, ...missed.filter((path) => isCovered(path, ignored))])];
      for (const path of extras) if (!collector.has(path)) await scan.visit(path);
      return { scan, extras, repositoryStamp: await this.#collectRepositories(scan) };
    };
    const taken = await this.#collect(previous, undefined, included, collect);
    watch?.complete();
    if (taken === undefined) throw new TypeError("A walk always ends with a snapshot");
    this.#known = { ...taken, surroundings, walkedAtMs };
    return taken.manifest;
  }

  /** `start`: what is reused without a check. Nothing is written if nothing differs from `previous`. */
  async #collect(
    previous: Manifest | undefined,
    start: Manifest | undefined,
    included: readonly string[],
    collect: (collector: Collector) => Promise<Collected | undefined>,
  ): Promise<(Collected & { readonly manifest: Manifest }) | undefined> {
    const { store, limits } = this.#context;
    const [id, at] = [createId(), Date.now()];
    const pack = store.createPack(id);
    const reusable = chooseReusable(previous, await store.packBytes(), limits);
    // Merging packs needs a walk.
    if (start !== undefined && reusable !== start.entries) return undefined;
    const collector = new Collector(limits, pack, reusable, start);
    try {
      const collected = await collect(collector);
      if (collected === undefined) {
        await pack.discard();
        return undefined;
      }
      const { skipped, ignored } = collected.scan;
      const manifest = collector.toManifest({ id, at, skipped, ignored, included });
      if (previous !== undefined && isSameManifest(previous, manifest)) {
        await pack.discard();
        return { ...collected, manifest: store.refresh(previous, manifest) };
      }
      await pack.finish();
      await store.write(manifest, pack.bytes);
      await store.prune(limits);
      return { ...collected, manifest };
    } catch (error) {
      await pack.discard();
      throw error;
    }
  }
}

function isAsIncluded({ manifest, extras }: Known, included: readonly string[]): boolean {
  return extras.length === 0 && included.length === 0 && manifest.included.length === 0;
}

function parseIncluded(path: string): string {
  if (!path.split("/").some(isOdd)) return path;
  const message = `${JSON.stringify(path)} is not the path of a file inside the folder`;
  throw new ParleyError({ code: "usage", message });
}

function isInRepository(path: string): boolean {
  return /(?:^|\/)\.git(?:\/|$)/i.test(path);
}

function isOdd(name: string): boolean {
  return name === "" || name === "." || name === ".." || name.includes("\0") || isVersionControl(name);
}
