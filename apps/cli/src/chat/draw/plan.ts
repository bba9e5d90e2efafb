// The plan as a checklist.
import { neutralLine } from "@parley/base";
import type { PlanEntry } from "@parley/acp";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedLine, wrapLine } from "../../terminal/wrap.ts";

export function drawPlan(entries: readonly PlanEntry[], theme: Theme): Line[] {
  const done = entries.filter(({ status }) => status === "completed").length;
  const head = line(span("Plan", "strong"), span(`  ${done}/${entries.length}`, "dim"));
  return [head, ...entries.flatMap((entry) => drawEntry(entry, theme))];
}

/** As many entries as fit, around the current one. */
export function drawOpenPlan(entries: readonly PlanEntry[], theme: Theme, rowsMax: number): Line[] {
  const current = entries.findIndex(({ status }) => status !== "completed");
  const start = Math.max(0, Math.min(current === -1 ? entries.length : current - 1, entries.length - rowsMax));
  const shown = entries.slice(start, start + rowsMax);
  const done = entries.filter(({ status }) => status === "completed").length;
  const hidden = entries.length - shown.length;
  const more = hidden > 0 ? span(`  ${hidden} more`, "dim") : undefined;
  const head = line(span("Plan", "strong"), span(`  ${done}/${entries.length}`, "dim"), more);
  return [
    head,
    ...shown.map((entry) => shortenedLine(drawEntry(entry, { ...theme, columns: 10_000 })[0] ?? [], theme.columns)),
  ];
}

function drawEntry({ content, status, priority }: PlanEntry, theme: Theme): Line[] {
  const { symbols } = theme;
  const text = neutralLine(content);
  const rest: Line = [{ text: "    " }];
  const urgent = priority === "high" && status !== "completed" ? span(` ${symbols.warning}`, "warn") : undefined;
  if (status === "completed") {
    return wrapLine(line(span(text, "dim")), theme.columns, {
      first: line("  ", span(`${symbols.check} `, "good")),
      rest,
    });
  }
  if (status === "in_progress") {
    const first = line("  ", span(`${symbols.arrow} `, "accent"));
    return wrapLine(line(span(text, "strong"), urgent), theme.columns, { first, rest });
  }
  const first = line("  ", span(`${symbols.hollow} `, "dim"));
  return wrapLine(line(text, urgent), theme.columns, { first, rest });
}
