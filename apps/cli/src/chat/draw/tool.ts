// A tool call: one line, and below it its changes, output or error.
import { neutralLine, revealLine } from "@parley/base";
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened, shortenedStart, widthOf } from "../../terminal/width.ts";
import { drawToolContent } from "./tool-content.ts";
import {
  describeToolCall,
  durationMs,
  formatDuration,
  formatElapsed,
  fromFolder,
  isOver,
  type DescribedToolCall,
  type ToolView,
  type Verdict,
} from "@parley/chat-model";

export interface DrawToolOptions {
  readonly isOpen: boolean;
  /** Shows everything instead. */
  readonly isWhole?: boolean | undefined;
  /** Only the line. */
  readonly isBare?: boolean | undefined;
  /** While it runs. */
  readonly spinner?: string | undefined;
  readonly nowMs?: number | undefined;
}

const REASON_COLUMNS_MAX = 40;

export function drawTool(tool: ToolView, theme: Theme, options: DrawToolOptions): Line[] {
  const head = drawHead(tool, theme, options);
  if (options.isBare === true) return [head];
  const detail = options.isWhole === true ? "whole" : options.isOpen ? "open" : "closed";
  return [head, ...drawToolContent(tool, theme, detail)];
}

function drawHead(tool: ToolView, theme: Theme, { spinner, nowMs }: DrawToolOptions): Line {
  const end = drawEnd(tool, theme, nowMs);
  const endWidth = end.reduce((sum, { text }) => sum + widthOf(text), 0);
  const described = describeToolCall(tool.item, tool.cwd);
  const title = titleOf(described);
  const kind = drawKind(described.kind, title);
  const room = theme.columns - 2 - widthOf(kind) - endWidth;
  const about = described.about === undefined ? "" : neutralLine(described.about);
  const where = placeOf(tool, title) || about;
  const titleShown = shortened(title, Math.max(8, room));
  const placeRoom = room - widthOf(titleShown) - 2;
  const gap = where.startsWith(":") ? "" : "  ";
  const shorten = where === about ? shortened : shortenedStart;
  const place = where !== "" && placeRoom > 8 ? span(gap + shorten(where, placeRoom), "dim") : undefined;
  return line(drawIcon(tool, theme, spinner), " ", span(kind, "dim"), titleShown, place, ...end);
}

function drawIcon({ item, isCut }: ToolView, { symbols }: Theme, spinner: string | undefined): Span {
  if (item.status === "completed") return span(symbols.check, "good");
  if (item.status === "failed") return span(symbols.cross, "bad");
  if (isCut === true) return span(symbols.hollow, "warn");
  return spinner === undefined ? span(symbols.dot, "accent") : span(spinner, "accent");
}

/** `$ ` for commands; a word for other calls, unless the title begins with it. */
function drawKind(kind: DescribedToolCall["kind"], title: string): string {
  if (kind === "execute") return "$ ";
  // A call without effects, such as updating the plan, shows only its title.
  if (kind === null || kind === "other" || kind === "think") return "";
  const word = kind.replace("_", " ");
  const isSaid = title.toLowerCase().startsWith(word.slice(0, 3)) || (kind === "edit" && WRITES.test(title));
  return isSaid ? "" : `${word} `;
}

/** Other words in titles for changing a file. */
const WRITES = /^(writ|creat|updat|replac|insert|append|add|chang|appl|patch|modif)/i;

/** Invisible characters are made visible in commands; other titles are plain text. */
function titleOf({ title, kind }: DescribedToolCall): string {
  return kind === "execute" ? revealLine(title) : neutralLine(title);
}

function placeOf({ item, cwd }: ToolView, title: string): string {
  const [first, ...others] = item.locations;
  if (first === undefined) return "";
  const path = neutralLine(fromFolder(first.path, cwd));
  const name = path.split(/[/\\]/).at(-1) ?? path;
  // Some agents count from 0, or use 0 for the whole file.
  const lineNumber = (first.line ?? 0) === 0 ? "" : `:${first.line}`;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  if (title.includes(path) || title.includes(name)) return `${lineNumber}${more}`.trim();
  return path + lineNumber + more;
}

function drawEnd({ item, timing, verdict, isCut }: ToolView, theme: Theme, nowMs: number | undefined): Span[] {
  const ms = durationMs(timing, nowMs ?? timing.startedAt);
  const took = timing.endedAt === undefined ? formatElapsed(ms) : formatDuration(ms);
  const parts: Span[] = [];
  if (took !== "") parts.push(span(`  ${took}`, "dim"));
  if (verdict !== undefined && !verdict.isAllowed) parts.push(span(`  ${describeRejection(verdict)}`, "warn"));
  if (verdict?.isAllowed === true && verdict.by !== "user") parts.push(span(`  allowed${byWhom(verdict.by)}`, "dim"));
  if (isCut === true && !isOver(item)) parts.push(span("  not finished", "warn"));
  return theme.columns < 30 ? [] : parts;
}

/** Includes the user's message to the agent. */
function describeRejection({ by, reason }: Verdict): string {
  return by === "user" && reason
    ? `rejected: ${shortened(neutralLine(reason), REASON_COLUMNS_MAX)}`
    : `rejected${byWhom(by)}`;
}

function byWhom(by: string): string {
  if (by === "user") return "";
  return by === "remembered" ? " as remembered" : ` by ${neutralLine(by)}`;
}
