// The theme: the width, whether colours and links are supported, and the available symbols.
import type { Palette } from "./encode-line.ts";
import type { PictureTheme } from "./pictures/encode-picture.ts";

export interface Symbols {
  readonly bullet: string;
  readonly check: string;
  readonly cross: string;
  readonly dot: string;
  readonly hollow: string;
  readonly arrow: string;
  readonly prompt: string;
  readonly thought: string;
  readonly bar: string;
  readonly rule: string;
  readonly warning: string;
  readonly separator: string;
  readonly minus: string;
  readonly spinner: readonly string[];
}

export interface Theme extends Palette {
  /** One column less than the terminal has, because terminals treat the last one differently. */
  readonly columns: number;
  readonly symbols: Symbols;
  /** How pictures are drawn; without it, they are described in words. */
  readonly pictures?: PictureTheme | undefined;
}

export const UNICODE_SYMBOLS: Symbols = {
  bullet: "•",
  check: "✓",
  cross: "✗",
  dot: "●",
  hollow: "○",
  arrow: "▸",
  prompt: "›",
  thought: "∴",
  bar: "│",
  rule: "─",
  warning: "!",
  separator: "·",
  minus: "−",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

export const ASCII_SYMBOLS: Symbols = {
  bullet: "*",
  check: "+",
  cross: "x",
  dot: "*",
  hollow: "o",
  arrow: ">",
  prompt: ">",
  thought: "~",
  bar: "|",
  rule: "-",
  warning: "!",
  separator: "-",
  minus: "-",
  spinner: ["|", "/", "-", "\\"],
};
