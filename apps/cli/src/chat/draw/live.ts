// Draws the live region: the unfinished message, running tools, queued prompts, the input or a question, and the status.
import { neutralLine, plural } from "@parley/base";
import type { PlanEntry } from "@parley/acp";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import type { LiveRegion } from "../../terminal/screen.ts";
import { shortened, widthOf } from "../../terminal/width.ts";
import { shortenedLine } from "../../terminal/wrap.ts";
import { PLAN_ROWS_MAX, QUEUED_ROWS_MAX, TICK_MS } from "../../limits.ts";
import type { Drawn } from "../panels/panel.ts";
import type { QueueRow } from "../queue-rows.ts";
import { drawOpenPlan } from "./plan.ts";
import { drawOpenThought } from "./thought.ts";
import { drawTool } from "./tool.ts";
import { formatElapsed, type OpenThought, type TerminalTail, type ToolView } from "@parley/chat-model";

export interface LiveModel {
  readonly nowMs: number;
  /** The end of the message that is still arriving. */
  readonly tail: readonly Line[];
  readonly isWorkApart: boolean;
  readonly thought: OpenThought | undefined;
  readonly tools: readonly ToolView[];
  readonly looseTerminals: readonly TerminalTail[];
  readonly plan: readonly PlanEntry[];
  readonly isOpen: boolean;
  readonly isAsked: boolean;
  /** The current activity and when it started. */
  readonly work: { readonly text: string; readonly startedAt: number; readonly hint: string } | undefined;
  /** Queued prompts. `isSending`: the first one from here waits only for its snapshot. */
  readonly queued: readonly QueueRow[];
  readonly isSending: boolean;
  /** The input or a panel, drawn in the rows that are left. */
  readonly front: (rows: number) => Drawn;
  readonly status: Line;
}

/** A command that no tool call names is shown only if it takes a while: most are named a moment later. */
const LOOSE_AFTER_MS = 1_000;
/** The input keeps this many rows, however small the terminal is. */
const FRONT_ROWS_MIN = 3;
/** A screen with fewer rows shows only the essentials next to a question. */
const ROOMY_ROWS = 30;
const NARROW_COLUMNS = 60;
/** With fewer rows, no row is spent on the number of omitted lines. */
const NOTED_ROWS_LEAST = 4;

export function drawLive(model: LiveModel, theme: Theme, rows: number): LiveRegion {
  const { spinner: frames, dot } = theme.symbols;
  const spinner = model.isAsked ? dot : (frames[Math.floor(model.nowMs / TICK_MS) % frames.length] ?? dot);
  const above = drawAbove(model, theme, spinner);
  // The question itself shows that Parley waits, so a small screen has no row for that.
  const work = model.isAsked && rows < ROOMY_ROWS ? [] : drawWork(model, theme, spinner);
  const between = [...work, ...drawQueued(model, theme)];
  // One row stays free, because a full screen would scroll.
  const room = rows - 1 - between.length - 2;
  // A question must be fully visible, so the activity above it gets only the remaining rows.
  const front = model.front(Math.max(FRONT_ROWS_MIN, room));
  const spare = Math.max(0, room - front.lines.length);
  const shown = above.length <= spare ? above : cutAbove(above, spare, model.isAsked);
  const head = [...shown, EMPTY_LINE, ...between];
  const cursor = front.cursor && { row: front.cursor.row + head.length, column: front.cursor.column };
  const lines = [...head, ...front.lines, model.status];
  return { lines: lines.map((drawn) => shortenedLine(drawn, theme.columns)), cursor };
}

/** Keeps the newest rows if not all fit; above a question, a fragment would only distract, so all are left out. */
function cutAbove(above: readonly Line[], spare: number, isAsked: boolean): readonly Line[] {
  if (isAsked) return [];
  if (spare < NOTED_ROWS_LEAST) return above.slice(above.length - spare);
  const hidden = above.length - spare + 1;
  return [line(span(`… ${plural(hidden, "row")} above`, "dim")), ...above.slice(hidden)];
}

function drawAbove(model: LiveModel, theme: Theme, spinner: string): Line[] {
  const { nowMs, isOpen, isAsked } = model;
  // The question already shows the details of its tool call.
  const tools = model.tools.flatMap((tool) => drawTool(tool, theme, { isOpen, isBare: isAsked, spinner, nowMs }));
  const loose = model.looseTerminals.filter(({ startedAt }) => nowMs - startedAt > LOOSE_AFTER_MS);
  const commands = loose.map(({ command }) =>
    line(span(spinner, "accent"), " ", span("$ ", "dim"), neutralLine(command ?? "")),
  );
  const work = [...tools, ...commands].map((row) => shortenedLine(row, theme.columns));
  const plan = model.plan.length === 0 ? [] : [EMPTY_LINE, ...drawOpenPlan(model.plan, theme, PLAN_ROWS_MAX)];
  const gap = (model.tail.length > 0 || model.isWorkApart) && work.length > 0 ? [EMPTY_LINE] : [];
  return [...model.tail, ...gap, ...work, ...plan];
}

function drawWork({ work, thought, nowMs, isAsked }: LiveModel, theme: Theme, spinner: string): Line[] {
  if (work === undefined) return [];
  // Parley waits for the user, so there is no spinner.
  if (isAsked) return [line(span(`${theme.symbols.dot} ${work.text}`, "accent"))];
  if (thought !== undefined) return [drawOpenThought(thought, theme, spinner)];
  const elapsed = formatElapsed(nowMs - work.startedAt);
  const text = `${spinner} ${work.text}${elapsed === "" ? "" : ` ${elapsed}`}`;
  const hint = work.hint === "" ? undefined : span(` ${theme.symbols.separator} ${work.hint}`, "dim");
  return [shortenedLine(line(span(text, "accent"), hint), theme.columns)];
}

/** A narrow terminal needs the room for the prompt. */
function describeQueued({ by }: QueueRow, { columns }: Theme): string {
  if (by === undefined) return "queued";
  return columns < NARROW_COLUMNS ? by : `queued from ${by}`;
}

function drawQueued({ queued, isSending }: LiveModel, theme: Theme): Line[] {
  if (queued.length === 0) return [];
  const shown = queued.slice(0, QUEUED_ROWS_MAX);
  const sending = isSending ? queued.find(({ by }) => by === undefined) : undefined;
  const rows = shown.map((row) => {
    const label = row === sending ? "sending" : describeQueued(row, theme);
    const words = `  ${label} ${theme.symbols.prompt} `;
    return line(span(words + shortened(neutralLine(row.text), theme.columns - widthOf(words)), "dim"));
  });
  const hidden = queued.length - shown.length;
  return hidden > 0 ? [...rows, line(span(`  and ${hidden} more`, "dim"))] : rows;
}
