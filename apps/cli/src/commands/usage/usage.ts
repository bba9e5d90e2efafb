// `parley usage`: the usage of turns, as a table or JSON.
import { asInvoked, ParleyError } from "@parley/base";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines, printNotice } from "../../output/print.ts";
import { columnsOf } from "../../output/palette.ts";
import { openWork, type UsageFilter } from "../../hub/open-work.ts";
import { USAGE_KEYS, type usageUsage } from "../../usage/usage.ts";
import { drawUsage, type UsageKey } from "./draw-usage.ts";

const KEYS: readonly UsageKey[] = USAGE_KEYS;
const DAYS_DEFAULT = "30d";

export const run: Run<typeof usageUsage> = async ({ flags }, context) => {
  const since = flags.since ?? DAYS_DEFAULT;
  const filter = { by: parseKeys(flags.by ?? "day"), from: parseSince(since), to: parseDay("until", flags.until) };
  await using work = await openWork(flags, context);
  const usage = await work.usage(filter);
  if (flags.json) printJson({ ...withoutMissing(filter), ...usage });
  else if (usage.total.turns > 0) {
    printLines(drawUsage(usage, filter.by, process.stdout.isTTY ? columnsOf(process.stdout) : Infinity), context);
    if (usage.is_cut) printNotice("Some rows were left out. Narrow the range with --since or --until");
  } else if (filter.from === undefined && filter.to === undefined) {
    printNotice(asInvoked("No usage yet. Start a session: parley chat"));
  } else printNotice(asInvoked(`No usage ${describeRange(filter)}. Show everything: parley usage --since all`));
  return ExitCodes.endTurn;
};

function parseKeys(text: string): readonly UsageKey[] {
  const words = text.split(",").map((word) => word.trim());
  const keys = KEYS.filter((key) => words.includes(key));
  const wrong = words.find((word) => !KEYS.some((key) => key === word));
  if (wrong === undefined) return keys;
  throw usageError(`--by: "${wrong}" is not one of ${KEYS.join(", ")}`);
}

/** Undefined: from the beginning. */
function parseSince(text: string): string | undefined {
  if (text === "all") return undefined;
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days === undefined)
    return parseDay("since", text, "a date such as 2026-11-01, a number of days such as 7d, or all");
  const first = new Date();
  first.setDate(first.getDate() - Math.max(0, Number(days) - 1));
  return toDay(first);
}

function parseDay(flag: string, text: string | undefined, expected = "a date such as 2026-11-30"): string | undefined {
  if (text === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay) return text;
  throw usageError(`--${flag}: "${text}" is not ${expected}`);
}

/** In the local time zone, as the store counts. */
function toDay(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}

function describeRange({ from, to }: UsageFilter): string {
  return [from === undefined ? "" : `since ${from}`, to === undefined ? "" : `until ${to}`].filter(Boolean).join(" ");
}

function withoutMissing({ by, from, to }: UsageFilter): object {
  return { by, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function usageError(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}
