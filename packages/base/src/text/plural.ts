// A number with its noun.

/** `1 file`, `1,234 files`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${count === 1 ? one : many}`;
}
