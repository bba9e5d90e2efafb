// The facts about the repository that git would use: who controls it, and what it makes git run.
import type { RepositoryFacts } from "@parley/policy";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errnoOf } from "@parley/base";
import { isWithin } from "../../files/roots.ts";
import { INDEX_BYTES_MAX, INDEXES_KEPT_MAX, SUBMODULES_MAX } from "../../limits.ts";
import { findRepository, openRepository, readText, statIfAny, type Repository } from "./find-repository.ts";
import { findProgramSetting, parseGitConfig, type Setting } from "./git-config.ts";
import { findGitlinks } from "./git-index.ts";

/** The only hook that git runs in read-only commands: when it refreshes the index. */
const HOOK = "post-index-change";
const UNREAD = "settings that cannot be read";

/** Undefined outside a repository. */
export async function readRepositoryFacts(
  folder: string,
  roots: readonly string[],
  home: string | undefined,
): Promise<RepositoryFacts | undefined> {
  const found = findRepository(folder);
  if (found === undefined) return undefined;
  if (found === "broken" || !isOwn(found, roots)) return { isOwn: false };
  return { isOwn: true, runs: await findRuns(found, roots, home, { left: SUBMODULES_MAX }) };
}

/**
 * Files that an agent may write without a question do not count as the user's own: everything in the roots except the
 * `.git` of a root.
 */
function isOwn({ gitDir, commonDir }: Repository, roots: readonly string[]): boolean {
  return [gitDir, commonDir].every(
    (path) => !roots.some((root) => isWithin(root, path)) || roots.some((root) => isWithin(join(root, ".git"), path)),
  );
}

async function findRuns(
  repository: Repository,
  roots: readonly string[],
  home: string | undefined,
  budget: { left: number },
): Promise<string | undefined> {
  const { commonDir, gitDir, top } = repository;
  const settings = readSettings([join(commonDir, "config"), join(gitDir, "config.worktree")]);
  if (settings === undefined) return UNREAD;
  const named = findProgramSetting(settings);
  if (named !== undefined) return named;
  const hooks = settings.findLast(({ name }) => name === "core.hookspath")?.value;
  const hooksDir = hooks === undefined ? join(commonDir, "hooks") : resolve(top, expandHome(hooks, home));
  if (statIfAny(join(hooksDir, HOOK)) !== undefined) return `the hook ${HOOK}`;
  return findInSubmodules(repository, settings, roots, home, budget);
}

function readSettings(paths: readonly string[]): readonly Setting[] | undefined {
  const all: Setting[] = [];
  for (const path of paths) {
    if (statIfAny(path) === undefined) continue;
    const text = readText(path);
    const settings = text === undefined ? undefined : parseGitConfig(text);
    if (settings === undefined) return undefined;
    all.push(...settings);
  }
  return all;
}

/** Git asks each nested repository for its status, with the settings of that repository. */
async function findInSubmodules(
  { top, gitDir }: Repository,
  settings: readonly Setting[],
  roots: readonly string[],
  home: string | undefined,
  budget: { left: number },
): Promise<string | undefined> {
  const isLong = settings.some(({ name, value }) => name === "extensions.objectformat" && value === "sha256");
  const links = await readGitlinks(join(gitDir, "index"), isLong ? 32 : 20);
  if (links === undefined) return "an index that cannot be read";
  for (const link of links) {
    const path = resolve(top, link);
    const inner = openRepository(path);
    if (inner === undefined) continue;
    budget.left -= 1;
    if (inner === "broken" || budget.left < 0) return `the submodule ${link}`;
    const isPlaced = inner.gitDir === join(path, ".git") || isOwn(inner, roots);
    const runs = isPlaced ? await findRuns(inner, roots, home, budget) : "its place";
    if (runs !== undefined) return `the submodule ${link}: ${runs}`;
  }
  return undefined;
}

interface KeptIndex {
  readonly stamp: string;
  readonly links: readonly string[] | undefined;
}

const kept = new Map<string, KeptIndex>();

async function readGitlinks(path: string, hashBytes: number): Promise<readonly string[] | undefined> {
  const found = statIfAny(path);
  if (found === undefined) return [];
  const { ino, size, mtimeMs, ctimeMs } = found;
  if (!found.isFile() || size > INDEX_BYTES_MAX) return undefined;
  const stamp = [ino, size, mtimeMs, ctimeMs, hashBytes].join(" ");
  const known = kept.get(path);
  if (known?.stamp === stamp) return known.links;
  const links = await readLinks(path, hashBytes);
  if (kept.size >= INDEXES_KEPT_MAX) kept.clear();
  kept.set(path, { stamp, links });
  return links;
}

async function readLinks(path: string, hashBytes: number): Promise<readonly string[] | undefined> {
  try {
    return findGitlinks(await readFile(path), hashBytes);
  } catch (error) {
    if (errnoOf(error) === undefined && !(error instanceof RangeError)) throw error;
    return undefined;
  }
}

function expandHome(path: string, home: string | undefined): string {
  return path.startsWith("~/") && home !== undefined ? join(home, path.slice(2)) : path;
}
