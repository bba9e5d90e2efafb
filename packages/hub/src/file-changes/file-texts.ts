// The two versions of a changed file, and the hunks between them with their ids.
import { ParleyError } from "@parley/base";
import { createHunks, type Hunk } from "@parley/base/hunks";
import type { Snapshots, StoredFile } from "@parley/machine";
import { createHash } from "node:crypto";
import type { ShownChange } from "../api/file-changes.ts";
import type { FileSpan } from "./file-spans.ts";

export interface FileTexts {
  readonly content: ShownChange["content"];
  /** Undefined if it did not exist, or is not text. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Only for text that existed before and after; other files are kept, undone and redone as a whole. */
  readonly hunks: readonly IdentifiedHunk[];
}

interface IdentifiedHunk extends Hunk {
  readonly id: string;
}

const ID_CHARS = 12;

export async function readTexts(snapshots: Snapshots, span: FileSpan): Promise<FileTexts> {
  const { path, from = path, change } = span;
  const before = change === "added" ? MISSING : await readSide(snapshots, span.before, from, span);
  const after = change === "deleted" ? MISSING : await readSide(snapshots, span.after, path, span);
  const content = contentOf(before, after);
  if (content !== "text") return { content, before: undefined, after: undefined, hunks: [] };
  const [old, now] = [textOf(before), textOf(after)];
  return { content, before: old, after: now, hunks: identify(path, createHunks(old ?? "", now ?? "")) };
}

const MISSING: StoredFile = { state: "missing" };

async function readSide(
  snapshots: Snapshots,
  id: string | undefined,
  path: string,
  { turns }: FileSpan,
): Promise<StoredFile> {
  try {
    return await snapshots.read(id, path);
  } catch (error) {
    throw explainOld(error, turns);
  }
}

/** Snapshots are kept for a limited number of turns. */
export function explainOld(error: unknown, turns: readonly number[]): unknown {
  if (!(error instanceof ParleyError) || error.code !== "snapshot_not_found") return error;
  const message = `The snapshots of turn ${turns.join(", ")} are no longer kept, so its changes cannot be shown or undone`;
  return new ParleyError({ code: "snapshot_not_found", message, cause: error });
}

function contentOf(before: StoredFile, after: StoredFile): FileTexts["content"] {
  const sides = [before, after];
  if (sides.some(({ state }) => state === "skipped")) return "skipped";
  const present = sides.flatMap((side) => (side.state === "present" ? side : []));
  if (present.length === 2 && present[0]?.hash === present[1]?.hash) return "same";
  if (present.some(({ content }) => content === "too_large")) return "too_large";
  return present.some(({ content }) => content === "binary") ? "binary" : "text";
}

function textOf(side: StoredFile): string | undefined {
  return side.state === "present" ? side.text : undefined;
}

/** Derived from the hunk's content, not its position, so moving lines does not change it. Equal ones are numbered. */
function identify(path: string, hunks: readonly Hunk[]): IdentifiedHunk[] {
  const seen = new Map<string, number>();
  return hunks.map((hunk) => {
    const text = [path, ...hunk.lines].join("\n");
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    const id = createHash("sha256").update(`${count}\n${text}`).digest("hex").slice(0, ID_CHARS);
    return { ...hunk, id };
  });
}
