// Prints files as a tree for a model: as deep as fits; deeper folders only show their number of files.

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: string[];
  count: number;
}

export interface ShownTree {
  readonly text: string;
  /** The requested depth, if it fits. */
  readonly depth: number;
  readonly isCut: boolean;
}

/** `paths` are relative to the folder, with slashes. */
export function showTree(paths: readonly string[], depth: number, linesMax: number): ShownTree {
  const root = toTree(paths);
  for (let shown = depth; shown > 1; shown -= 1) {
    const lines = render(root, shown, "");
    if (lines.length <= linesMax) return { text: lines.join("\n"), depth: shown, isCut: false };
  }
  const lines = render(root, 1, "");
  return { text: lines.slice(0, linesMax).join("\n"), depth: 1, isCut: lines.length > linesMax };
}

function toTree(paths: readonly string[]): Folder {
  const root = createFolder();
  for (const path of paths) {
    const names = path.split("/");
    const file = names.pop() ?? "";
    let folder = root;
    folder.count += 1;
    for (const name of names) {
      const next = folder.folders.get(name) ?? createFolder();
      folder.folders.set(name, next);
      folder = next;
      folder.count += 1;
    }
    folder.files.push(file);
  }
  return root;
}

function createFolder(): Folder {
  return { folders: new Map(), files: [], count: 0 };
}

function render(folder: Folder, depth: number, indent: string): string[] {
  const lines: string[] = [];
  for (const [name, inner] of [...folder.folders].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const files = inner.count === 1 ? "1 file" : `${inner.count} files`;
    lines.push(depth > 1 ? `${indent}${name}/` : `${indent}${name}/ (${files})`);
    if (depth > 1) lines.push(...render(inner, depth - 1, `${indent}  `));
  }
  return [...lines, ...folder.files.toSorted().map((name) => indent + name)];
}
