// A note is a Markdown file with title, tags and date in a front matter that users can write by hand.
import { splitFrontMatter } from "../../text/front-matter.ts";
import type { NoteFields, NoteScope } from "./note-fields.ts";

export interface Note extends NoteFields {
  readonly scope: NoteScope;
  /** Absolute. */
  readonly path: string;
  /** The raw content of the file. */
  readonly raw: string;
}

const FENCE = "---";
const PLAIN_VALUE = /^[\p{L}\p{N}][^:#"'[\]{},&*!|>%@`\\\n\r]*$/u;

export function formatNote({ title, tags, savedAtMs, text }: NoteFields): string {
  const lines = [FENCE, `title: ${quote(title)}`];
  if (tags.length > 0) lines.push(`tags: [${tags.map(quote).join(", ")}]`);
  if (savedAtMs !== undefined) lines.push(`date: ${new Date(savedAtMs).toISOString()}`);
  return `${[...lines, FENCE].join("\n")}\n\n${text.trim()}\n`;
}

/** Accepts a note without a front matter and takes its title from the first heading or the file name. */
export function parseNote(raw: string, fallbackTitle: string): NoteFields {
  const { head = "", body } = splitFrontMatter(raw);
  const text = body.trim();
  const fields = readFields(head);
  const heading = /^#{1,6}[ \t]+(\S.*)$/m.exec(text.slice(0, 1_000))?.[1]?.trim();
  const savedAtMs = Date.parse(fields.get("date") ?? "");
  return {
    title: fields.get("title") ?? heading ?? fallbackTitle,
    tags: readList(fields.get("tags") ?? ""),
    savedAtMs: Number.isNaN(savedAtMs) ? undefined : savedAtMs,
    text,
  };
}

/** Parses line by line instead of as YAML, which is fast and never rejects a handwritten note. */
function readFields(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.split("\n")) {
    const [, name, value] = /^([a-z]+):[ \t]*(.*)$/i.exec(line) ?? [];
    const text = unquote(value ?? "");
    if (name !== undefined && text !== "") fields.set(name.toLowerCase(), text);
  }
  return fields;
}

/** `[a, "b"]` or `a, b`. */
function readList(value: string): string[] {
  const items = value.replace(/^\[|\]$/g, "").split(",");
  return items.map(unquote).filter((item) => item !== "");
}

function quote(value: string): string {
  return PLAIN_VALUE.test(value) && value === value.trim() ? value : JSON.stringify(value);
}

function unquote(value: string): string {
  const text = value.trim();
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1) return parseQuoted(text);
  return text.startsWith("'") && text.endsWith("'") && text.length > 1 ? text.slice(1, -1) : text;
}

function parseQuoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1); // Handwritten quotes need not be valid JSON.
  }
}
