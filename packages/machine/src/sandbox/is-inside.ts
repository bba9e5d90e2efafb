// Whether one path is below another, both absolute and without links.

/** A folder is inside itself. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}
