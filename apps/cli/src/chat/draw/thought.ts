// Draws a thought as one dimmed line, or expanded.
import { neutralise, neutralLine } from "@parley/base";
import { line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortened } from "../../terminal/width.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { formatDuration, type OpenThought } from "@parley/chat-model";

export function drawThought(
  { text, ms }: { readonly text: string; readonly ms: number },
  theme: Theme,
  isOpen: boolean,
): Line[] {
  const mark = `${theme.symbols.thought} `;
  if (isOpen) return drawWhole(text, theme, mark);
  const took = formatDuration(ms);
  const head = took === "" ? `${mark}Thought: ` : `${mark}Thought for ${took}: `;
  return [line(span(shortened(head + neutralLine(withoutMarks(text)), theme.columns), "thought"))];
}

/** An unfinished thought is shown by its latest words. */
export function drawOpenThought({ text }: OpenThought, theme: Theme, spinner: string): Line {
  const latest = neutralLine(
    withoutMarks(text.slice(-theme.columns * 4))
      .split("\n")
      .findLast((part) => part.trim() !== "") ?? "",
  );
  const head = `${spinner} Thinking: `;
  const room = theme.columns - head.length;
  const words = latest.length > room ? `…${latest.slice(1 - room)}` : latest;
  return line(span(shortened(latest === "" ? `${spinner} Thinking…` : head + words, theme.columns), "thought"));
}

function drawWhole(text: string, theme: Theme, mark: string): Line[] {
  const first: Line = [span(mark, "thought")];
  const rest: Line = [{ text: "  " }];
  return neutralise(text)
    .trim()
    .split("\n")
    .flatMap((part, index) =>
      wrapLine([{ text: part, style: STYLES.thought }], theme.columns, { first: index === 0 ? first : rest, rest }),
    );
}

/** Thoughts often have a heading in bold. */
function withoutMarks(text: string): string {
  return text.replace(/\*\*|__|^#+ /gm, "");
}
