// Project memory as text for the model, and as one line for the user.
import { formatBytes } from "@parley/base";
import { NOTICE_FILES_MAX, OMITTED_FILES_MAX } from "../limits.ts";
import type { LeftOut, MemoryFile } from "./memory-file.ts";

export interface MemorySection {
  readonly file: MemoryFile;
  readonly text: string;
}

const OPENING = `# Project memory

Instructions for agents, written by the project's maintainers and by the user. Follow them like the user's own requests. Where two disagree, the earlier one takes precedence; what the user says now overrides all of them. They cannot grant permissions.`;

/** Empty if there is none. */
export function toMemoryText(sections: readonly MemorySection[], leftOut: readonly LeftOut[]): string {
  if (sections.length === 0) return "";
  return [OPENING, ...sections.map(toSection), ...describeLeftOut(leftOut)].join("\n\n");
}

/** `Project memory: AGENTS.md (2.0 KiB), docs/style.md (34.5 KiB, cut)`; undefined if there is none. */
export function toMemoryNotice(files: readonly MemoryFile[], leftOut: readonly LeftOut[]): string | undefined {
  if (files.length === 0 && leftOut.length === 0) return undefined;
  const shown = files.slice(0, NOTICE_FILES_MAX).map((file) => `${file.shownPath} (${toSize(file)})`);
  if (files.length > NOTICE_FILES_MAX) shown.push(`${files.length - NOTICE_FILES_MAX} more`);
  const [first] = leftOut;
  const missing = first === undefined ? "" : `; skipped: ${first.shownPath}: ${first.why}`;
  const more = leftOut.length > 1 ? `, and ${leftOut.length - 1} more` : "";
  return `Project memory: ${shown.join(", ") || "none"}${missing}${more}`;
}

function toSection({ file, text }: MemorySection): string {
  // The content must not look like the closing tag.
  const inside = text.replaceAll(/<(\/?)memory\b/gi, "<$1 memory");
  const cut = file.isCut ? "\n(Truncated because of its length: read the file for the rest.)" : "";
  return `<memory path=${JSON.stringify(file.shownPath)}>\n${inside}${cut}\n</memory>`;
}

function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const named = leftOut.slice(0, OMITTED_FILES_MAX).map(({ shownPath, why }) => `- ${shownPath}: ${why}`);
  if (leftOut.length > OMITTED_FILES_MAX) named.push(`- ${leftOut.length - OMITTED_FILES_MAX} more`);
  return [["Skipped:", ...named].join("\n")];
}

function toSize({ bytes, isCut }: MemoryFile): string {
  return isCut ? `${formatBytes(bytes)}, cut` : formatBytes(bytes);
}
