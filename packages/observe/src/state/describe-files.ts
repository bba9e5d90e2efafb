// Lists of files for a terminal or a page: sorted, filtered, by folder. Pure functions on plain data.
import type { WatchedFile } from "./watched.ts";

export const FILE_ORDERS = ["heat", "recent", "reads", "writes", "name"] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

export interface ListOptions {
  readonly order?: FileOrder | undefined;
  /** Part of the path, in any case. */
  readonly filter?: string | undefined;
  readonly onlyInContext?: boolean | undefined;
  readonly max?: number | undefined;
}

export interface WatchedFolder {
  /** With `/`; `.` is the session's folder. */
  readonly path: string;
  /** Of its hottest file. */
  readonly heat: number;
  readonly inContext: number;
  readonly files: readonly WatchedFile[];
}

type Compare = (a: WatchedFile, b: WatchedFile) => number;

const byName: Compare = (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
const COMPARE: Readonly<Record<FileOrder, Compare>> = {
  heat: (a, b) => b.heat - a.heat || b.atMs - a.atMs || byName(a, b),
  recent: (a, b) => b.atMs - a.atMs || byName(a, b),
  reads: (a, b) => b.reads - a.reads || byName(a, b),
  writes: (a, b) => b.writes - a.writes || byName(a, b),
  name: byName,
};

export function listFiles(files: Iterable<WatchedFile>, options: ListOptions = {}): readonly WatchedFile[] {
  const { order = "heat", filter = "", onlyInContext = false, max = Number.POSITIVE_INFINITY } = options;
  const wanted = filter.toLowerCase();
  const listed = [...files].filter(
    ({ path, inContext }) => (inContext || !onlyInContext) && path.toLowerCase().includes(wanted),
  );
  return listed.toSorted(COMPARE[order]).slice(0, max);
}

/** The folders of the listed files, each with its files in that order, the folder of the first file first. */
export function groupByFolder(files: readonly WatchedFile[]): readonly WatchedFolder[] {
  const folders = new Map<string, WatchedFile[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    const known = folders.get(folder);
    if (known === undefined) folders.set(folder, [file]);
    else known.push(file);
  }
  return [...folders].map(([path, inside]) => ({
    path,
    heat: inside.reduce((heat, file) => Math.max(heat, file.heat), 0),
    inContext: inside.filter(({ inContext }) => inContext).length,
    files: inside,
  }));
}

/** For a path as stored in the state. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  if (at < 0) return ".";
  return at === 0 ? "/" : path.slice(0, at);
}
