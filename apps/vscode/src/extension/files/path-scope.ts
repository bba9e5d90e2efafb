// Which paths belong to this window: those in its folders, wherever links lead.

/** Where a path really leads; a web host knows no links. */
export type RealPath = (path: string) => Promise<string>;

/** A link inside of a folder that leads out of it is outside. */
export async function isInFolders(path: string, folders: readonly string[], toRealPath: RealPath): Promise<boolean> {
  const [real, ...roots] = await Promise.all([path, ...folders].map((one) => toRealPath(one)));
  return real !== undefined && roots.some((root) => isWithin(root, real));
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(withEnd(folder));
}

function withEnd(folder: string): string {
  if (/[/\\]$/.test(folder)) return folder;
  return folder + (folder.includes("\\") ? "\\" : "/");
}

export function basename(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
