// Markdown building blocks. Their content is shown literally.
import { startOf, plural } from "@parley/base";

/** Uses a fence longer than any in the text. */
export function fenced(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") || text === "" ? "" : "\n"}${fence}`;
}

export function inlineCode(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ");
  if (line === "") return "";
  const mark = "`".repeat(longestRun(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${mark}${space}${line}${space}${mark}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(" | ")} |`;
}

function cell(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").replaceAll("|", String.raw`\|`);
}

/** The beginning of a text, and the number of remaining characters. */
export function beginning(text: string, charsMax: number): string {
  const whole = text.trim();
  if (whole.length <= charsMax) return whole;
  return `${startOf(whole, charsMax).trimEnd()}\n\n… and ${plural(whole.length - charsMax, "more character")}.`;
}

/** The first items of a list, and the number of remaining ones. */
export function bullets(items: readonly string[], itemsMax: number): string {
  const lines = items.slice(0, itemsMax).map((item) => `- ${item}`);
  if (items.length > itemsMax) lines.push(`- … and ${items.length - itemsMax} more`);
  return lines.join("\n");
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}
