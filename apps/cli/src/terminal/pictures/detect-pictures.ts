// How a terminal shows pictures: by what it is called, or by what it says about itself.
import type { Settings } from "@parley/base";

type Environment = Readonly<Record<string, string | undefined>>;
export type PictureWay = "kitty" | "iterm2" | "sixel";

/** `ask`: the terminal's name does not say; it is asked whether it draws sixels. */
export function detectPictures(setting: Settings["pictures"], env: Environment): PictureWay | "ask" | undefined {
  if (setting === "off") return undefined;
  if (setting !== "auto") return setting;
  const { TERM = "", TERM_PROGRAM = "" } = env;
  // A multiplexer passes on what it knows itself, and says so.
  if (env["TMUX"] !== undefined || env["STY"] !== undefined) return "ask";
  if (TERM === "xterm-kitty" || env["KITTY_WINDOW_ID"] !== undefined) return "kitty";
  if (TERM_PROGRAM === "ghostty" || TERM === "xterm-ghostty") return "kitty";
  return TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" ? "iterm2" : "ask";
}

/** Primary attributes, and the size of a character in pixels. Terminals that do not know a question ignore it. */
export const PICTURE_QUESTIONS = "\u001b[c\u001b[16t";
