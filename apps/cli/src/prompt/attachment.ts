// Parses an attachment of a prompt: `PATH`, `PATH:LINE` or `PATH:FIRST-LAST`.
import { ParleyError } from "@parley/base";
import { isLineRange, parsePathWithLines, type LineRange } from "@parley/chat-model";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

export interface Attachment {
  /** An absolute path. */
  readonly path: string;
  /** 1-based and inclusive; without it, the whole file is attached. */
  readonly lines?: LineRange | undefined;
}

/** If a file has exactly this name, the text is not parsed as a range. */
export function parseAttachment(text: string, cwd: string): Attachment {
  const whole = resolve(cwd, text);
  const named = parsePathWithLines(text);
  if (named === undefined || existsSync(whole)) return { path: whole };
  if (!isLineRange(named.lines)) {
    const message = `"${text}" is not a line range: lines start at 1, first line first`;
    throw new ParleyError({
      code: "usage",
      message,
      remedy: { label: "For example", command: "--file src/main.ts:10-40" },
    });
  }
  return { path: resolve(cwd, named.path), lines: named.lines };
}
