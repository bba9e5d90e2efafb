// Detects how a terminal shows pictures: by its name, or by its reports.
import type { Settings } from "@parley/base";

type Environment = Readonly<Record<string, string | undefined>>;
export type PictureWay = "kitty" | "iterm2" | "sixel";

/** `ask`: unknown from the name, so the terminal is asked whether it draws sixels. */
export function detectPictures(setting: Settings["pictures"], env: Environment): PictureWay | "ask" | undefined {
  if (setting === "off") return undefined;
  if (setting !== "auto") return setting;
  const { TERM = "", TERM_PROGRAM = "" } = env;
  // A multiplexer only passes on what it supports, and reports that itself.
  if (env["TMUX"] !== undefined || env["STY"] !== undefined) return "ask";
  if (TERM === "xterm-kitty" || env["KITTY_WINDOW_ID"] !== undefined) return "kitty";
  if (TERM_PROGRAM === "ghostty" || TERM === "xterm-ghostty") return "kitty";
  return TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" ? "iterm2" : "ask";
}

/** Primary attributes, and the size of a character in pixels. Terminals ignore unknown requests. */
export const PICTURE_QUESTIONS = "\u001b[c\u001b[16t";
