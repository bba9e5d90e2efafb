// Draws the frame of the screen: the address of the feed, the sessions as tabs, and the keys.
import { line, span, type Line, type Span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { spread } from "../../terminal/rows.ts";
import { shortened } from "../../terminal/width.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { neutralLine, plural } from "@parley/base";
import { nameOf, type WatchModel } from "./model.ts";
import { ALL, selectedOf, type WatchView } from "./view.ts";

const NAME_COLUMNS_MAX = 20;
const KEYS_MAX = 9;

export function drawHeader(model: WatchModel, theme: Theme): Line {
  const { address, sessions, view } = model;
  const left = line(" ", span("parley watch", "heading"), span(`  ${address}  `, "dim"), drawLink(model, theme));
  const frozen = view.isFrozen ? span("frozen  ", "warn") : undefined;
  const count = sessions.length === 0 ? undefined : span(`${plural(sessions.length, "session")} `, "dim");
  return spread(left, line(frozen, count), theme.columns);
}

function drawLink({ link, nowMs, sessions }: WatchModel, { symbols }: Theme): Span {
  switch (link.type) {
    case "connected":
      return span(`${symbols.dot} live`, "good");
    case "connecting":
      return span(`${symbols.hollow} connecting`, "warn");
    case "away":
      return span(
        `${symbols.spinner[Math.floor(nowMs / 200) % symbols.spinner.length] ?? ""} ${sessions.length === 0 ? "waiting" : "reconnecting"}`,
        "warn",
      );
    case "refused":
      return span(`${symbols.cross} ${neutralLine(link.reason)}`, "bad");
    case "closed":
      return span(`${symbols.hollow} closed`, "dim");
  }
}

/** A single session needs no tabs. */
export function drawTabs(model: WatchModel, theme: Theme): Line[] {
  const { sessions, view } = model;
  if (sessions.length < 2) return [];
  const shown = selectedOf(view, sessions);
  const tabs = sessions.map((session, index) => {
    const name = shortened(neutralLine(nameOf(session, sessions)), NAME_COLUMNS_MAX);
    const mark = session.isOver ? theme.symbols.cross : session.isRunning ? theme.symbols.dot : theme.symbols.hollow;
    const key = index < KEYS_MAX ? `${index + 1} ` : "";
    const isShown = shown === session;
    const alarm = session.blocked.length + session.unasked.length > 0 ? span(theme.symbols.warning, "warn") : undefined;
    const style = session.isOver ? "dim" : session.isRunning ? "good" : "dim";
    const label = isShown ? { text: ` ${key}${name} `, style: { inverse: true, bold: true } } : span(` ${key}${name} `);
    return line(label, span(mark, style), alarm, " ");
  });
  const all = shown === ALL ? { text: " 0 all ", style: { inverse: true, bold: true } } : span(" 0 all ", "dim");
  return [
    fitTabs([line(all, " "), ...tabs], shown === ALL ? 0 : sessions.findIndex((each) => each === shown) + 1, theme),
  ];
}

/** Returns as many tabs as fit, including the selected one. */
function fitTabs(tabs: readonly Line[], chosen: number, theme: Theme): Line {
  let from = 0;
  const width = (end: number): number => tabs.slice(from, end).reduce((sum, tab) => sum + lineWidth(tab), 0);
  while (from < chosen && width(chosen + 1) > theme.columns - 4) from += 1;
  let end = chosen + 1;
  while (end < tabs.length && width(end + 1) <= theme.columns - 4) end += 1;
  const before = from > 0 ? span("‹ ", "dim") : undefined;
  const after = end < tabs.length ? span(" ›", "dim") : undefined;
  return line(before, ...tabs.slice(from, end).flat(), after);
}

function fileHints({ sort, filter, isFrozen }: WatchView): [key: string, what: string][] {
  return [
    ["s", `sort: ${sort}`],
    ["/", filter === "" ? "filter" : `filter: ${shortened(neutralLine(filter), 16)}`],
    ["f", isFrozen ? "resume" : "freeze"],
  ];
}

function sessionHints({ selected }: WatchView): [key: string, what: string][] {
  if (selected === ALL)
    return [
      ["Enter", "open"],
      ["Esc", "follow"],
    ];
  return [
    ["Tab", "next session"],
    ["0", "all"],
    ...(selected === undefined ? [] : [["l", "follow"] as [string, string]]),
  ];
}

export function drawFooter({ view, sessions }: WatchModel, theme: Theme): Line {
  if (view.isTyping)
    return line(
      span(" / ", "accent"),
      neutralLine(view.filter),
      span("▏", "accent"),
      span("  Enter keeps it, Esc drops it", "dim"),
    );
  const hasFiles = sessions.length > 0 && selectedOf(view, sessions) !== ALL;
  const hints: [key: string, what: string][] = [
    ...(hasFiles ? fileHints(view) : []),
    ...(sessions.length > 1 ? sessionHints(view) : []),
    ["?", "help"],
    ["q", "quit"],
  ];
  let drawn: Line = [];
  for (const [key, what] of hints) {
    const next = line(...drawn, drawn.length === 0 ? " " : "   ", span(key, "accent"), span(` ${what}`, "dim"));
    if (lineWidth(next) > theme.columns) break;
    drawn = next;
  }
  return drawn;
}
