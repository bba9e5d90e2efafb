// Draws an answered question of the agent for the scrollback.
import type { ElicitationItem } from "@parley/acp/transcript";
import { describeElicitation } from "@parley/chat-model";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";

export function drawElicitation(item: ElicitationItem, theme: Theme): Line[] {
  const { message, fields, ending } = describeElicitation(item);
  const rest: Line = [{ text: "  " }];
  // Not a question mark, because printed text must not look like an open question.
  const { check, hollow } = theme.symbols;
  const sign = ending === undefined ? span(`${check} `, "good") : span(`${hollow} `, "dim");
  const head = wrapLine(line(message), theme.columns, { first: line(sign), rest });
  if (ending !== undefined) return [...head, [...rest, span(ending, "dim")]];
  const rows = fields.flatMap(({ name, value }) =>
    wrapLine(line(span(`${name}: `, "dim"), value), theme.columns, { first: rest }),
  );
  return [...head, ...rows];
}
