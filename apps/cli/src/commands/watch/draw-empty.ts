// Draws the empty screen and the help with the keys.
import { asInvoked, neutralLine } from "@parley/base";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { emptyRows } from "../../terminal/rows.ts";
import { lineWidth, wrapLine } from "../../terminal/wrap.ts";
import type { WatchModel } from "./model.ts";

const INDENT = line("   ");

export function drawEmpty({ link, address }: WatchModel, theme: Theme, rows: number): Line[] {
  const text =
    link.type === "connected" ? noSession() : link.type === "refused" ? refused(link.reason) : noFeed(address);
  const drawn = text.flatMap((each) => wrapLine(each, theme.columns, { first: INDENT }));
  const above = Math.min(4, Math.floor((rows - drawn.length) / 3));
  return [...emptyRows(above), ...drawn];
}

function noFeed(address: string): Line[] {
  return [
    line(span(`Nothing to watch at ${address} yet.`, "strong")),
    EMPTY_LINE,
    line("Start an agent through Parley, and it shows up here:"),
    EMPTY_LINE,
    line("  ", span(asInvoked("parley chat"), "accent")),
    line("  ", span(asInvoked("parley proxy -- goose acp"), "accent")),
    EMPTY_LINE,
    line("In an editor's settings, put ", span(asInvoked("parley proxy --"), "accent"), " before the agent's command."),
    line("All traffic is forwarded unchanged."),
    EMPTY_LINE,
    line(span("Waiting for a feed; q to quit.", "dim")),
  ];
}

function noSession(): Line[] {
  return [
    line(span("Connected. No agent has a session yet.", "strong")),
    EMPTY_LINE,
    line(
      "Send a prompt: in ",
      span(asInvoked("parley chat"), "accent"),
      ", or to an agent behind ",
      span(asInvoked("parley proxy"), "accent"),
      ".",
    ),
  ];
}

function refused(reason: string): Line[] {
  return [
    line(span(`The feed refused the connection: ${neutralLine(reason)}`, "bad")),
    EMPTY_LINE,
    line(
      "A feed on another machine needs its token, which is in the file ",
      span("~/.parley/feed-token", "accent"),
      " there:",
    ),
    EMPTY_LINE,
    line("  ", span(asInvoked("parley watch HOST:PORT --token TOKEN"), "accent")),
  ];
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["0, a", "list all sessions; arrows and Enter to select"],
  ["Tab, n, p", "next or previous session"],
  ["1 to 9", "one of the first nine sessions"],
  ["l, Esc", "follow the active session"],
  ["s", "sort files by heat, path or last access"],
  ["/", "filter files by path; Esc to clear"],
  ["f, Space", "freeze the display; agents keep running"],
  ["arrows, j, k", "scroll"],
  ["q, Ctrl-C", "quit; agents keep running"],
];

/** In a narrow terminal without margins, so that the keys and most of what they do fit. */
const NARROW_COLUMNS = 60;
const KEYS_COLUMNS = 14;

export function drawHelp(theme: Theme): Line[] {
  const margin = theme.columns < NARROW_COLUMNS ? " " : "   ";
  const { dot, hollow } = theme.symbols;
  const wrapped = (drawn: Line, first: Line): Line[] => {
    const rest = [{ text: " ".repeat(lineWidth(first)) }];
    return wrapLine(drawn, theme.columns, { first, rest });
  };
  const legend: readonly Line[] = [
    line(span(dot, "good"), " in context: the model still has it"),
    line(span(hollow, "dim"), " no longer in context; its heat fades"),
    line(span("blocked", "bad"), ": a rule refused it"),
    line(span("unapproved", "warn"), ": done without approval"),
  ];
  return [
    EMPTY_LINE,
    ...KEYS.flatMap(([keys, what]) => wrapped(line(what), line(margin, span(keys.padEnd(KEYS_COLUMNS), "accent")))),
    EMPTY_LINE,
    ...legend.flatMap((row) => wrapped(row, line(margin))),
    EMPTY_LINE,
    ...wrapped(line(span("Press any key to go back.", "dim")), line(margin)),
  ];
}
