// Lines of version 2. A session with many files takes several, so that no reader needs a large buffer.
import type { WatchedFile } from "../state/watched.ts";
import type { FeedSessionChange, FeedSession } from "./feed-session.ts";
import { PART_BYTES } from "../limits.ts";
import type { Challenge, PublishedMessage, V2Change, V2Message, V2Session } from "./v2-format.ts";
import { toWireHeat } from "./wire-values.ts";

/** Size of a file's entry without its path. */
const FILE_BYTES = 150;

export function encodeV2Snapshot(session: FeedSession): string {
  const { agentId, sessionId, mode, seq, fields } = session;
  const files = [...session.files()];
  return encodePublished({ type: "session", agentId, sessionId, sessionMode: mode, seq, fields, files });
}

export function encodeV2Change({ session, files, removed, isFieldsChanged }: FeedSessionChange): string {
  const { agentId, sessionId, mode, seq, fields } = session;
  const told = isFieldsChanged ? { fields } : {};
  return encodePublished({ type: "change", agentId, sessionId, sessionMode: mode, seq, ...told, files, removed });
}

export function encodeV2(message: V2Message | Challenge): string {
  return `${JSON.stringify(message)}\n`;
}

/** One line, or several if there are many files. */
export function encodePublished(message: PublishedMessage): string {
  if (message.type === "gone") return `${JSON.stringify(message)}\n`;
  const { agentId, sessionId, seq } = message;
  const [files = [], ...moreFiles] = toParts(message.files.map(toWireFile), ({ path }) => FILE_BYTES + path.length);
  const toNext = (change: Pick<V2Change, "files" | "removed">): string =>
    `${JSON.stringify({ type: "change", agentId, sessionId, seq, ...change } satisfies V2Change)}\n`;
  let rest = moreFiles.map((part) => toNext({ files: part, removed: [] })).join("");
  if (message.type === "session") return `${JSON.stringify({ ...message, files } satisfies V2Session)}\n${rest}`;
  const [removed = [], ...moreRemoved] = toParts(message.removed, (path) => path.length);
  for (const part of moreRemoved) rest += toNext({ files: [], removed: part });
  return `${JSON.stringify({ ...message, files, removed } satisfies V2Change)}\n${rest}`;
}

function toWireFile(file: WatchedFile): WatchedFile {
  return { ...file, heat: toWireHeat(file.heat) };
}

function toParts<Item>(items: readonly Item[], bytesOf: (item: Item) => number): Item[][] {
  const parts: Item[][] = [];
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    part.push(item);
    bytes += bytesOf(item);
    if (bytes < PART_BYTES) continue;
    parts.push(part);
    part = [];
    bytes = 0;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
