// Detects the terminal's capabilities from the environment; in doubt, it assumes the least.
import type { Settings } from "@parley/base";
import { RESIZE_QUIET_MS, RESIZE_QUIET_TMUX_MS } from "../limits.ts";
import type { Palette } from "./encode-line.ts";
import { ASCII_SYMBOLS, UNICODE_SYMBOLS, type Symbols } from "./theme.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function detectPalette(color: Settings["color"], isTerminal: boolean, env: Environment): Palette {
  const isDumb = isDumbTerminal(env);
  const isWanted = (env["NO_COLOR"] ?? "") === "" && !isDumb;
  const hasColor = color === "always" || (color === "auto" && isTerminal && isWanted);
  return { hasColor, hasLinks: hasColor && isTerminal && hasLinks(env) };
}

/** Whether the terminal lacks cursor movement and colours. Windows sets no TERM, but supports both. */
export function isDumbTerminal({ TERM = "" }: Environment, platform: NodeJS.Platform = process.platform): boolean {
  if (TERM === "") return platform !== "win32";
  return TERM === "dumb" || TERM === "unknown";
}

/** A locale other than UTF-8 lacks the Unicode symbols; a missing locale does not rule them out. */
export function detectSymbols(env: Environment): Symbols {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  const isUnicode = locale === "" || /utf-?8/i.test(locale);
  return isUnicode && env["TERM"] !== "linux" ? UNICODE_SYMBOLS : ASCII_SYMBOLS;
}

/** Whether the terminal rewraps lines that became too long; a few old terminals truncate them. */
export function detectReflow(env: Environment): boolean {
  const isScreen = env["TERM"]?.startsWith("screen") === true && env["TMUX"] === undefined;
  return env["XTERM_VERSION"] === undefined && env["TERM"] !== "linux" && !isScreen;
}

/** How long after a resize the reported size may be out of date, so that nothing should be painted. */
export function detectResizeQuietMs(env: Environment): number {
  return env["TMUX"] === undefined ? RESIZE_QUIET_MS : RESIZE_QUIET_TMUX_MS;
}

const LINKING_PROGRAMS = new Set(["iTerm.app", "WezTerm", "vscode", "ghostty", "rio", "Tabby", "Hyper"]);
const LINKING_TERMS = /^(xterm-kitty|alacritty|foot|wezterm|xterm-ghostty|contour)/;

function hasLinks(env: Environment): boolean {
  if (LINKING_PROGRAMS.has(env["TERM_PROGRAM"] ?? "")) return true;
  if (env["TERM_PROGRAM"] === "tmux") return Number.parseFloat(env["TERM_PROGRAM_VERSION"] ?? "0") >= 3.4;
  if (Number(env["VTE_VERSION"] ?? 0) >= 5_000) return true;
  const isOther = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION"].some((name) => env[name] !== undefined);
  return isOther || LINKING_TERMS.test(env["TERM"] ?? "");
}
