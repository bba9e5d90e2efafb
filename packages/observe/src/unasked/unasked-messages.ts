// Messages about changes without approval.
import { toOneLine } from "@parley/base";
import { redact } from "@parley/policy";
import { SHOWN_CHARS_MAX, SHOWN_PATHS_MAX } from "../limits.ts";

export interface Effect {
  readonly kind: string | undefined;
  readonly title: string | undefined;
  readonly command: string | undefined;
  readonly paths: readonly string[];
  /** The user rejected it. */
  readonly isRefused: boolean;
}

const VERBS: Readonly<Record<string, string>> = { delete: "Deleted", move: "Moved", execute: "Ran", write: "Wrote" };

export function describeEffect({ kind, title, command, paths, isRefused }: Effect): string {
  const end = isRefused ? "although it was refused" : "without asking";
  const verb = VERBS[kind ?? ""] ?? "Edited";
  if (kind === "execute")
    return `${verb} ${command === undefined ? quoted(title ?? "a command") : quoted(command)} ${end}`;
  const files = paths.slice(0, SHOWN_PATHS_MAX).map(shorten);
  if (files.length === 0) return `${verb} ${title === undefined ? "a file" : `something (${shorten(title)})`} ${end}`;
  const more = paths.length - files.length;
  return `${verb} ${files.join(", ")}${more > 0 ? ` and ${more} more` : ""} ${end}`;
}

export function describeChange(kind: string, path: string, oldPath: string | undefined, isRefused: boolean): string {
  const end = isRefused ? ", although it was refused" : ", and no message said so";
  if (kind === "renamed" && oldPath !== undefined)
    return `${shorten(path)} was ${shorten(oldPath)} before this turn${end}`;
  const became = { added: "was made", deleted: "was deleted" }[kind] ?? "was changed";
  return `${shorten(path)} ${became} on the disk${end}`;
}

export function describeMoreChanges(count: number): string {
  return `${count} more files were changed on the disk, and no message said so`;
}

function quoted(text: string): string {
  return `\`${shorten(redact(text))}\``;
}

function shorten(text: string): string {
  return toOneLine(text, SHOWN_CHARS_MAX);
}
