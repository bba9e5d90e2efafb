// The files of a folder as a tree, with the weights that a treemap draws. Folders with a single folder in them are one.

export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

export interface TreeFile {
  readonly type: "file";
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly weight: number;
}

export interface TreeFolder {
  readonly type: "folder";
  /** `a/b`, if there is nothing but `b` in `a`. */
  readonly name: string;
  /** Empty for the folder of all. */
  readonly path: string;
  readonly folders: readonly TreeFolder[];
  readonly files: readonly TreeFile[];
  readonly weight: number;
  readonly bytes: number;
  /** Files in it and below. */
  readonly count: number;
}

/** What is outside of the session's folder has absolute paths, and a place of its own. */
export const OUTSIDE = "Outside the folder";

/** A file that is not on the disk, or not known, is drawn as one of this size. */
export const UNKNOWN_BYTES = 1_024;

/** Below 1, so that one large file leaves room for the others. */
const WEIGHT_POWER = 0.7;
const WEIGHT_BYTES_MIN = 64;

interface Draft {
  readonly folders: Map<string, Draft>;
  readonly files: TreeFile[];
}

export function createTree(files: Iterable<SizedFile>): TreeFolder {
  const root: Draft = { folders: new Map(), files: [] };
  for (const file of files) place(root, file);
  return finish(root, "", "");
}

/** The folder with this path, or the closest one above it. */
export function findFolder(root: TreeFolder, path: string): TreeFolder {
  let folder = root;
  for (;;) {
    const next: TreeFolder | undefined = folder.folders.find(
      (one) => path === one.path || path.startsWith(`${one.path}/`),
    );
    if (next === undefined) return folder;
    folder = next;
  }
}

/** From the folder of all down to this one. */
export function foldersTo(root: TreeFolder, path: string): readonly TreeFolder[] {
  const way: TreeFolder[] = [root];
  for (let folder = root; folder.path !== path;) {
    const next = folder.folders.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    if (next === undefined) break;
    way.push(next);
    folder = next;
  }
  return way;
}

function place(root: Draft, { path, bytes }: SizedFile): void {
  const isOutside = path.startsWith("/") || /^[A-Za-z]:\//.test(path) || path.startsWith("../");
  const segments = path.split("/").filter((segment) => segment !== "");
  const name = segments.pop();
  if (name === undefined) return;
  let folder = root;
  for (const segment of isOutside ? [OUTSIDE, ...segments] : segments) {
    const next: Draft = folder.folders.get(segment) ?? { folders: new Map(), files: [] };
    folder.folders.set(segment, next);
    folder = next;
  }
  folder.files.push({ type: "file", name, path, bytes, weight: Math.max(bytes, WEIGHT_BYTES_MIN) ** WEIGHT_POWER });
}

function finish(draft: Draft, name: string, path: string): TreeFolder {
  const [only] = draft.folders;
  if (path !== "" && draft.files.length === 0 && draft.folders.size === 1 && only !== undefined) {
    return finish(only[1], `${name}/${only[0]}`, `${path}/${only[0]}`);
  }
  const folders = [...draft.folders].map(([key, folder]) => finish(folder, key, path === "" ? key : `${path}/${key}`));
  // An agent that lists a folder names it like a file.
  const files = draft.files.filter((file) => !draft.folders.has(file.name));
  return {
    type: "folder",
    name,
    path,
    folders: folders.toSorted((one, other) => other.weight - one.weight),
    files: files.toSorted((one, other) => other.weight - one.weight),
    weight: sum(folders, "weight") + sum(files, "weight"),
    bytes: sum(folders, "bytes") + sum(files, "bytes"),
    count: folders.reduce((count, folder) => count + folder.count, files.length),
  };
}

function sum<Field extends "weight" | "bytes">(all: readonly Readonly<Record<Field, number>>[], field: Field): number {
  return all.reduce((total, one) => total + one[field], 0);
}
