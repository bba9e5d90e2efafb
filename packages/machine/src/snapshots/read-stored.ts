// One file as it is in a snapshot, with its text if it is text.
import { decodeText, readText, type DiffContext } from "./diff.ts";
import { isExecutable } from "./entry.ts";
import type { Manifest } from "./manifest.ts";
import { findCover, type SkipReason } from "./skipped.ts";
import type { WorkFolder } from "./work-folder.ts";

export type StoredFile =
  | {
      readonly state: "present";
      readonly type: "file" | "link";
      readonly executable: boolean;
      readonly bytes: number;
      /** SHA-256, in hex. */
      readonly hash: string;
      /** `text`: the content, if it is text and not too large to be shown by lines. */
      readonly content: "text" | "binary" | "too_large";
      readonly text?: string | undefined;
    }
  | { readonly state: "missing" }
  /** The snapshot lacks it, although it was in the folder. */
  | { readonly state: "skipped"; readonly reason: SkipReason };

export async function readStored(context: DiffContext, manifest: Manifest, path: string): Promise<StoredFile> {
  const entry = manifest.entries.get(path);
  if (entry === undefined) {
    const reasons = new Map(manifest.skipped.map((skipped) => [skipped.path, skipped.reason]));
    const cover = findCover(path, reasons);
    const reason = cover === undefined ? undefined : reasons.get(cover);
    return reason === undefined ? { state: "missing" } : { state: "skipped", reason };
  }
  const { type, blob } = entry;
  const found = { state: "present", type, executable: isExecutable(entry), bytes: blob.size, hash: blob.hash } as const;
  if (blob.size > context.limits.diffBytesMax) return { ...found, content: "too_large" };
  const text = await readText(context, entry);
  return text === undefined ? { ...found, content: "binary" } : { ...found, content: "text", text };
}

/** As it is in the folder now. */
export async function readPresent(work: WorkFolder, path: string, textBytesMax: number): Promise<StoredFile> {
  const now = await work.read(path);
  if (now === undefined) return { state: "missing" };
  if (now === "other") return { state: "skipped", reason: "too_large" };
  const { type, bytes, blob } = now;
  const found = {
    state: "present",
    type,
    executable: isExecutable(now),
    bytes: bytes.length,
    hash: blob.hash,
  } as const;
  if (bytes.length > textBytesMax) return { ...found, content: "too_large" };
  const text = type === "file" ? decodeText(bytes) : undefined;
  return text === undefined ? { ...found, content: "binary" } : { ...found, content: "text", text };
}
