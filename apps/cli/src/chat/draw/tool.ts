// A tool call: one line, and below it what it changed, wrote or failed with.
import { neutralLine, revealLine } from "@parley/base";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened, shortenedStart, widthOf } from "../../terminal/width.ts";
import { drawToolContent } from "./tool-content.ts";
import { durationMs, formatDuration, formatElapsed, fromFolder, isOver, type ToolView } from "@parley/chat-model";

export interface DrawToolOptions {
  readonly isOpen: boolean;
  /** The line alone. */
  readonly isBare?: boolean | undefined;
  /** While it runs. */
  readonly spinner?: string | undefined;
  readonly nowMs?: number | undefined;
}

export function drawTool(tool: ToolView, theme: Theme, options: DrawToolOptions): Line[] {
  const head = drawHead(tool, theme, options);
  return options.isBare === true ? [head] : [head, ...drawToolContent(tool, theme, options.isOpen)];
}

function drawHead(tool: ToolView, theme: Theme, { spinner, nowMs }: DrawToolOptions): Line {
  const end = drawEnd(tool, theme, nowMs);
  const endWidth = end.reduce((sum, { text }) => sum + widthOf(text), 0);
  const kind = drawKind(tool);
  const title = titleOf(tool);
  const room = theme.columns - 2 - widthOf(kind) - endWidth;
  const where = placeOf(tool, title);
  const titleShown = shortened(title, Math.max(8, room));
  const placeRoom = room - widthOf(titleShown) - 2;
  const gap = where.startsWith(":") ? "" : "  ";
  const place = where !== "" && placeRoom > 8 ? span(gap + shortenedStart(where, placeRoom), "dim") : undefined;
  return line(drawIcon(tool, theme, spinner), " ", span(kind, "dim"), titleShown, place, ...end);
}

function drawIcon({ item, isCut }: ToolView, { symbols }: Theme, spinner: string | undefined): Span {
  if (item.status === "completed") return span(symbols.check, "good");
  if (item.status === "failed") return span(symbols.cross, "bad");
  if (isCut === true) return span(symbols.hollow, "warn");
  return spinner === undefined ? span(symbols.dot, "accent") : span(spinner, "accent");
}

/** `$ ` for commands; for the others a word, unless the title begins with it. */
function drawKind({ item }: ToolView): string {
  if (item.kind === "execute") return "$ ";
  if (item.kind === null || item.kind === "other") return "";
  const word = item.kind.replace("_", " ");
  const title = (item.title ?? item.name ?? "").toLowerCase();
  return title.startsWith(word.slice(0, 3)) ? "" : `${word} `;
}

/** What is run is spelt out; other titles are just text. */
function titleOf({ item }: Pick<ToolView, "item">): string {
  const title = item.title ?? item.name ?? item.toolCallId;
  const plain = title.replace(/^`([^`]+)`$/s, "$1");
  return item.kind === "execute" ? revealLine(plain) : neutralLine(plain);
}

function placeOf({ item, cwd }: ToolView, title: string): string {
  const [first, ...others] = item.locations;
  if (first === undefined) return "";
  const path = neutralLine(fromFolder(first.path, cwd));
  const name = path.split(/[/\\]/).at(-1) ?? path;
  const lineNumber = first.line === null || first.line === undefined ? "" : `:${first.line}`;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  if (title.includes(path) || title.includes(name)) return `${lineNumber}${more}`.trim();
  return path + lineNumber + more;
}

function drawEnd({ item, timing, verdict, isCut }: ToolView, theme: Theme, nowMs: number | undefined): Span[] {
  const ms = durationMs(timing, nowMs ?? timing.startedAt);
  const took = timing.endedAt === undefined ? formatElapsed(ms) : formatDuration(ms);
  const parts: Span[] = [];
  if (took !== "") parts.push(span(`  ${took}`, "dim"));
  if (verdict !== undefined && !verdict.isAllowed) parts.push(span(`  rejected${byWhom(verdict.by)}`, "warn"));
  if (verdict?.isAllowed === true && verdict.by !== "user") parts.push(span(`  allowed${byWhom(verdict.by)}`, "dim"));
  if (isCut === true && !isOver(item)) parts.push(span("  not finished", "warn"));
  return theme.columns < 30 ? [] : parts;
}

function byWhom(by: string): string {
  if (by === "user") return "";
  return by === "remembered" ? " as remembered" : ` by ${neutralLine(by)}`;
}
