// Pieces of Markdown that answers are made of. What is put into them is shown as it is, whatever is in it.

/** A fence longer than any in the text. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith("\n") || text === "" ? "" : "\n"}${fence}`;
}

export function inlineCode(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ");
  if (line === "") return "";
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const mark = "`".repeat(longest + 1);
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

/** One line of text, cut to a length. */
export function oneLine(text: string, charsMax: number): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1).trimEnd()}…`;
}

/** The beginning of a text, and how much more there is. */
export function beginning(text: string, charsMax: number): string {
  const whole = text.trim();
  if (whole.length <= charsMax) return whole;
  return `${whole.slice(0, charsMax).trimEnd()}\n\n… and ${plural(whole.length - charsMax, "more character")}.`;
}

/** The first items of a list, and how many more there are. */
export function bullets(items: readonly string[], itemsMax: number): string {
  const lines = items.slice(0, itemsMax).map((item) => `- ${item}`);
  if (items.length > itemsMax) lines.push(`- … and ${items.length - itemsMax} more`);
  return lines.join("\n");
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
