// Converts OpenAPI paths to route patterns.

/** `/sessions/{id}` as `/sessions/:id`. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
