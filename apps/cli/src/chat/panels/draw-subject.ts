// Draws in full what needs approval: the command, the diff, the address or the paths.
import { NO_PATH, type SubjectPart } from "@parley/chat-model";
import { drawDiff } from "../../terminal/diff/draw-diff.ts";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { breakCharacters } from "../../terminal/wrap.ts";

/** Returns all lines; the panel decides how many of them fit. */
export function drawSubject(parts: readonly SubjectPart[], theme: Theme): Line[] {
  const inner = { ...theme, columns: Math.max(10, theme.columns - 4) };
  return parts.flatMap((part) => drawPart(part, inner)).map((row) => [{ text: "  " }, ...row]);
}

const STYLE_NAMES = { path: "strong", detail: "dim", text: "dim" } as const satisfies Record<string, StyleName>;

function drawPart(part: SubjectPart, theme: Theme): Line[] {
  switch (part.type) {
    case "command":
      return drawCommand(part.text, theme);
    case "change":
      return drawChange(part, theme);
    case "path":
    case "detail":
    case "text":
      return breakCharacters([span(part.text, STYLE_NAMES[part.type])], theme.columns);
  }
}

/** Shows every character of a command, because the user approves exactly that. */
function drawCommand(command: string, theme: Theme): Line[] {
  return command
    .split("\n")
    .flatMap((text, index) =>
      breakCharacters(line(span(text, "strong")), theme.columns - 2).map((row, part) =>
        line(span(index === 0 && part === 0 ? "$ " : "  ", "accent"), ...row),
      ),
    );
}

function drawChange({ path, diff }: Extract<SubjectPart, { type: "change" }>, theme: Theme): Line[] {
  const head = breakCharacters(line(span(path === "" ? NO_PATH : path, "strong")), theme.columns);
  if (diff === undefined) return [...head, line(span("too large to show", "warn"))];
  return [...head, ...drawDiff(diff, theme, { rowsMax: Number.POSITIVE_INFINITY })];
}
