// Draws what needs the user's attention: calls that the proxy refused, and changes made without approval.
import { neutralLine } from "@parley/base";
import type { MirroredSession } from "@parley/observe";
import { formatElapsed } from "@parley/chat-model";
import { line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { spread } from "../../terminal/rows.ts";
import type { WatchModel } from "./model.ts";

/** Returns no lines if nothing needs attention, unless `saysNothing` asks for a line that says so. */
export function drawAttention(
  { blocked, unasked }: MirroredSession,
  { nowMs }: WatchModel,
  theme: Theme,
  rows: number,
  saysNothing: boolean,
): Line[] {
  const { symbols } = theme;
  if (blocked.length + unasked.length === 0) {
    const calm = line(span(`   ${symbols.check} `, "good"), span("nothing blocked, no unapproved changes", "dim"));
    return saysNothing ? [line(" ", span("Attention", "heading")), calm] : [];
  }
  const counts = [
    blocked.length > 0 ? span(`  ${blocked.length} blocked`, "bad") : undefined,
    unasked.length > 0 ? span(`  ${unasked.length} unapproved`, "warn") : undefined,
  ];
  const entries = [
    ...blocked.map(({ path, action, reason, atMs }) => ({
      atMs,
      drawn: line(
        span(`   ${symbols.cross} `, "bad"),
        span(`${action} `, "bad"),
        neutralLine(path),
        span(reason === "" ? "" : `  ${neutralLine(reason)}`, "dim"),
      ),
    })),
    ...unasked.map(({ what, atMs }) => ({
      atMs,
      drawn: line(span(`   ${symbols.warning} `, "warn"), neutralLine(what)),
    })),
  ];
  const latest = entries.toSorted((one, other) => other.atMs - one.atMs).slice(0, Math.max(0, rows - 1));
  const lines = latest.map(({ drawn, atMs }) => {
    const age = formatElapsed(nowMs - atMs);
    return spread(drawn, line(span(`${age === "" ? "now" : age} `, "dim")), theme.columns);
  });
  return [line(" ", span("Attention", "heading"), ...counts), ...lines];
}
