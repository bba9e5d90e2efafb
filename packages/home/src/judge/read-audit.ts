// Reads the audit, the latest decision first, over the files that it was rotated into.
import { hasErrno, isObject, ParleyError } from "@parley/base";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AUDIT_FILES_MAX, AUDIT_PAGE, AUDIT_PAGE_MAX } from "../limits.ts";
import type { AuditRecord } from "./audit.ts";

export interface AuditedDecision extends AuditRecord {
  readonly at: number;
}

export interface AuditQuery {
  readonly sessionId?: string | undefined;
  readonly verdict?: string | undefined;
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly cursor?: string | undefined;
}

export interface AuditPage {
  readonly decisions: readonly AuditedDecision[];
  readonly nextCursor?: string | undefined;
}

/** `parleyHome`: `~/.parley`. Rejects with `bad_input` for a cursor of something else. */
export async function readAudit(parleyHome: string, query: AuditQuery = {}): Promise<AuditPage> {
  const limit = Math.min(query.limit ?? AUDIT_PAGE, AUDIT_PAGE_MAX);
  const place = parseCursor(query.cursor);
  const decisions: AuditedDecision[] = [];
  const counted = { at: Number.NaN, count: 0 };
  let last = "";
  for (let number = 0; number <= AUDIT_FILES_MAX; number += 1) {
    const name = number === 0 ? "audit.ndjson" : `audit.${number}.ndjson`;
    for (const decision of parseLines(await readIfThere(join(parleyHome, name)))) {
      const { at } = decision;
      // Several decisions may have the same time, so they are counted.
      counted.count = at === counted.at ? counted.count + 1 : 1;
      counted.at = at;
      if (place !== undefined && (at > place.at || (at === place.at && counted.count <= place.count))) continue;
      if (!fits(decision, query)) continue;
      if (decisions.length === limit) return { decisions, nextCursor: last };
      decisions.push(decision);
      last = `${at}-${counted.count}`;
    }
  }
  return { decisions };
}

function fits({ sessionId, verdict }: AuditedDecision, query: AuditQuery): boolean {
  if (query.sessionId !== undefined && sessionId !== query.sessionId) return false;
  return query.verdict === undefined || verdict === query.verdict;
}

/** Latest first. Skips lines that were truncated by a crash, or that only report lost entries. */
function* parseLines(text: string): Generator<AuditedDecision, void, undefined> {
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf("\n", end - 1);
    const decision = parseLine(text.slice(start + 1, end));
    if (decision !== undefined) yield decision;
    end = start;
  }
}

function parseLine(line: string): AuditedDecision | undefined {
  if (line.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value) || typeof value["at"] !== "number" || typeof value["verdict"] !== "string") return undefined;
    return value as unknown as AuditedDecision;
  } catch {
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return "";
    throw error;
  }
}

const CURSOR = /^(\d{1,16})-(\d{1,9})$/;

function parseCursor(cursor: string | undefined): { readonly at: number; readonly count: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, at, count] = CURSOR.exec(cursor) ?? [];
  if (at !== undefined && count !== undefined) return { at: Number(at), count: Number(count) };
  throw new ParleyError({ code: "bad_input", message: "/cursor: must be the next_cursor of a page" });
}
