// Paths as people read them.

/** The path relative to the folder if it is inside it, otherwise as it is. */
export function fromFolder(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
