// Cursors of lists: a page continues after the row with this time and id, whatever rows are added in the meantime.
import { ParleyError } from "@parley/base";
import { CURSOR_CHARS_MAX, PAGE_ROWS_MAX } from "../store-limits.ts";
import type { Page } from "../api/store.ts";

export interface RowPosition {
  readonly ms: number;
  readonly id: string;
}

function formatCursor({ ms, id }: RowPosition): string {
  return Buffer.from(JSON.stringify([ms, id])).toString("base64url");
}

/** Throws `bad_input` unless it came from `formatCursor`. */
export function parseCursor(cursor: string): RowPosition {
  const [ms, id, ...rest] = readFields(cursor);
  // PostgreSQL has no number for a time that is not a whole number, or too large.
  if (Number.isSafeInteger(ms) && typeof id === "string" && rest.length === 0) return { ms: ms as number, id };
  throw new ParleyError({ code: "bad_input", message: "/cursor: is not one from the previous page of this list" });
}

function readFields(cursor: string): readonly unknown[] {
  if (cursor.length > CURSOR_CHARS_MAX) return [];
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(fields) ? fields : [];
  } catch {
    return []; // Not JSON, so not one of our cursors.
  }
}

export function toPageSize(limit: number): number {
  return Math.max(1, Math.min(Math.trunc(limit) || 1, PAGE_ROWS_MAX));
}

/** `rows` has one row more than the page if there is a next page. */
export function toPage<Row>(rows: readonly Row[], size: number, placeOf: (row: Row) => RowPosition): Page<Row> {
  const last = rows[size - 1];
  if (rows.length <= size || last === undefined) return { rows };
  return { rows: rows.slice(0, size), nextCursor: formatCursor(placeOf(last)) };
}
