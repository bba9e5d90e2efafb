// Colours for the terminal; plain text where colours are not wanted.
import type { Settings } from "@parley/base";
import { styleText } from "node:util";

export type Paint = (style: Style, text: string) => string;
type Style = "dim" | "bold" | "accent" | "good" | "bad" | "warn";

const STYLES = {
  dim: "dim",
  bold: "bold",
  accent: "cyan",
  good: "green",
  bad: "red",
  warn: "yellow",
} as const satisfies Record<Style, Parameters<typeof styleText>[0]>;

export function createPaint(color: Settings["color"], isTerminal: boolean): Paint {
  const isOn = color === "always" || (color === "auto" && isTerminal && !process.env["NO_COLOR"]);
  return isOn ? (style, text) => styleText(STYLES[style], text) : (_style, text) => text;
}
