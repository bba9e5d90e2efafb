// `path:10` and `path:10-20`: a file and some of its lines.

export interface LineRange {
  /** 1-based, both included. */
  readonly first: number;
  readonly last: number;
}

export interface PathWithLines {
  readonly path: string;
  readonly lines: LineRange;
}

const WITH_LINES = /^(?<path>.+):(?<first>\d+)(?:-(?<last>\d+))?$/s;

/** Undefined if the text names no lines. The caller decides about lines that cannot exist (`isLineRange`). */
export function parsePathWithLines(text: string): PathWithLines | undefined {
  const groups = WITH_LINES.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const first = Number(groups["first"]);
  return { path: groups["path"] ?? "", lines: { first, last: Number(groups["last"] ?? first) } };
}

export function isLineRange({ first, last }: LineRange): boolean {
  return Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 1 && last >= first;
}

/** `10`, or `10-20`. */
export function formatLineRange({ first, last }: LineRange): string {
  return first === last ? String(first) : `${first}-${last}`;
}
