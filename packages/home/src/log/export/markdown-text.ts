// Puts foreign text into Markdown so that it cannot break out of its place.
import { escapeHtml } from "@parley/base";
import { CODE_RUNS_MAX } from "../../limits.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** What Markdown reads as the beginning of HTML. */
const TAG = /<(?=[A-Za-z/!?])/g;

/** Text that is Markdown itself: its HTML is shown as text, and unclosed code is closed. */
export function toMarkdownText(text: string): string {
  const lines: string[] = [];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const [, marks = "", info = ""] = FENCE.exec(line) ?? [];
    if (fence === "") {
      const isOpening = marks !== "" && !(marks.startsWith("`") && info.includes("`"));
      if (isOpening) fence = marks;
      lines.push(isOpening ? line : escapeTags(line));
      continue;
    }
    if (marks.startsWith(fence) && info.trim() === "") fence = "";
    lines.push(line);
  }
  if (fence !== "") lines.push(fence);
  return lines.join("\n");
}

/** Between fences that are longer than any in the text. */
export function toFenced(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** On one line, as code. */
export function toCode(text: string): string {
  const line = toLine(text);
  const marks = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return marks + pad + line + pad + marks;
}

/** On one line, as plain text. */
export function toInline(text: string): string {
  return toLine(text).replaceAll(/[\\`*_[\]<>&]/g, String.raw`\$&`);
}

export function toFolded(summary: string, content: string): string {
  return `<details>\n<summary>${escapeHtml(toLine(summary))}</summary>\n\n${content}\n\n</details>`;
}

/** Code ends with the next run of as many backticks as it began with; without such an end it is not code. */
function escapeTags(line: string): string {
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
  let escaped = "";
  let from = 0;
  for (const [index, run] of runs.entries()) {
    if (run.start < from) continue;
    const end = findSameLength(runs, index);
    if (end === undefined) continue;
    escaped += line.slice(from, run.start).replaceAll(TAG, "&lt;") + line.slice(run.start, end);
    from = end;
  }
  return escaped + line.slice(from).replaceAll(TAG, "&lt;");
}

interface Backticks {
  readonly start: number;
  readonly end: number;
}

function findSameLength(runs: readonly Backticks[], index: number): number | undefined {
  const length = (run: Backticks | undefined): number => (run === undefined ? 0 : run.end - run.start);
  for (let next = index + 1; next < Math.min(runs.length, index + CODE_RUNS_MAX); next += 1) {
    if (length(runs[next]) === length(runs[index])) return runs[next]?.end;
  }
  return undefined;
}

function toLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
