// Paths as OpenAPI writes them and as routes are mounted.

/** `/sessions/{id}` as `/sessions/:id`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
