// A question of the agent's that was answered, as it stays.
import { isUnknown } from "@parley/acp";
import type { ElicitationItem } from "@parley/acp/transcript";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { neutralLine } from "../../terminal/neutral-text.ts";
import { wrapLine } from "../../terminal/wrap.ts";

export function drawElicitation({ request, answer }: ElicitationItem, theme: Theme): Line[] {
  const message = request === null || isUnknown(request) ? "A question" : neutralLine(request.message);
  const head = wrapLine(line(message), theme.columns, { first: line(span("? ", "accent")), rest: [{ text: "  " }] });
  return [...head, ...drawAnswer(answer, theme)];
}

function drawAnswer(answer: ElicitationItem["answer"], theme: Theme): Line[] {
  const indent: Line = [{ text: "  " }];
  const response = answer?.response;
  if (response === undefined || isUnknown(response)) return [[...indent, span("no answer", "dim")]];
  if (response.action !== "accept") {
    return [[...indent, span(response.action === "decline" ? "declined" : "answered in another window", "dim")]];
  }
  const fields = Object.entries(response.content ?? {});
  if (fields.length === 0) return [[...indent, span("accepted", "dim")]];
  return fields.flatMap(([name, value]) =>
    wrapLine(line(span(`${neutralLine(name)}: `, "dim"), neutralLine(describeValue(value))), theme.columns, {
      first: indent,
    }),
  );
}

function describeValue(value: string | number | boolean | readonly string[]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? value.join(", ") : String(value);
}
