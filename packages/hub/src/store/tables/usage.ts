// Usage of ended turns: added with the end of each turn, summed up by any of its keys.
import { truncate } from "@parley/base";
import type { Turn } from "../../api/turns.ts";
import { USAGE_KEYS, type UsageKey, type UsageRow, type UsageSum } from "../../api/usage.ts";
import type { HubStore } from "../../api/store.ts";
import {
  USAGE_AMOUNT_MAX,
  USAGE_COUNT_MAX,
  USAGE_CURRENCY_CHARS_MAX,
  USAGE_FOLDER_CHARS_MAX,
  USAGE_NAME_CHARS_MAX,
  USAGE_ROWS_MAX,
} from "../../store-limits.ts";
import type { StoreDatabase } from "../database.ts";
import { toDay } from "../to-day.ts";
import { all, run, type Scalar, type Step } from "../step.ts";

type UsageMethods = Pick<HubStore, "sumUsage">;
type Query = Parameters<HubStore["sumUsage"]>[0];

const FIELDS = [
  "inputTokens",
  "outputTokens",
  "thoughtTokens",
  "cachedReadTokens",
  "cachedWriteTokens",
  "totalTokens",
] as const;
const COLUMNS = ["turns", ...FIELDS.map(toColumn), "cost", "turn_ms"];

const FOLDER = `coalesce((select substr(cwd, 1, ${USAGE_FOLDER_CHARS_MAX}) from sessions where id = ?), '')`;
const ADDING = `insert into usage (day, agent, model, folder, currency, ${COLUMNS.join(", ")})`;
const SUM = `on conflict (day, agent, model, folder, currency) do update
    set ${COLUMNS.map((name) => `${name} = usage.${name} + excluded.${name}`).join(", ")}`;
const ADD = `${ADDING}
  values (?, ?, ?, ${FOLDER}, ?, 1, ${FIELDS.map(() => "?").join(", ")}, ?, ?) ${SUM}`;
/** For each row of `source`. PostgreSQL does not guess the types of these values. */
export const addUsageFrom = (source: string): string => `${ADDING}
  select ?, ?, ?, ${FOLDER}, ?, 1, ${FIELDS.map(() => "?::bigint").join(", ")}, ?::double precision, ?::bigint from ${source} ${SUM}`;

/** Within the write that stores the end of the turn. */
export function* addUsage(turn: Turn, finishedAtMs: number): Step<void> {
  yield* run(ADD, ...toUsageValues(turn, finishedAtMs));
}

export function toUsageValues(turn: Turn, finishedAtMs: number): readonly Scalar[] {
  const { agent, model = "", sessionId, usage, cost } = turn;
  const tokens = FIELDS.map((field) => toCount(usage?.[field]));
  const names = [agent, model].map((name) => truncate(name, USAGE_NAME_CHARS_MAX));
  const keys = [toDay(finishedAtMs), ...names, sessionId, truncate(cost?.currency ?? "", USAGE_CURRENCY_CHARS_MAX)];
  // One that never started took none.
  const turnMs = toCount(finishedAtMs - (turn.startedAtMs ?? finishedAtMs));
  return [...keys, ...tokens, toAmount(cost?.amount), turnMs];
}

export function createUsageTable(database: StoreDatabase): UsageMethods {
  return {
    sumUsage: (query) =>
      database.read("sum up the usage", function* () {
        const found = yield* select(query, query.by);
        const [total = NOTHING] = yield* select(query, []);
        return { rows: found.slice(0, USAGE_ROWS_MAX), total, isCut: found.length > USAGE_ROWS_MAX };
      }),
  };
}

const NOTHING: UsageSum = {
  turns: 0,
  inputTokens: 0,
  outputTokens: 0,
  thoughtTokens: 0,
  cachedReadTokens: 0,
  cachedWriteTokens: 0,
  totalTokens: 0,
  turnMs: 0,
  costs: [],
};

type Selected = Readonly<Record<string, string | number>>;

/** Money of different currencies is not added: each is a row of its own, which become one here. */
function* select({ from = "", to = "9999-12-31" }: Query, by: readonly UsageKey[]): Step<UsageRow[]> {
  const keys = USAGE_KEYS.filter((key) => by.includes(key));
  const sums = COLUMNS.map((name) => `sum(${name}) as ${name}`).join(", ");
  const words = `select ${[...keys, "currency"].join(", ")}, ${sums} from usage where day >= ? and day <= ?
    group by ${[...keys, "currency"].join(", ")}
    order by ${keys.includes("day") ? "day desc, " : ""}sum(total_tokens) desc, ${[...keys, "currency"].join(", ")} limit ?`;
  // Few have more than one currency. One row above the limit shows that there are more.
  const limit = (USAGE_ROWS_MAX + 1) * CURRENCIES_EXPECTED;
  const rows = new Map<string, UsageRow>();
  for (const row of yield* all<Selected>(words, from, to, limit)) {
    const id = JSON.stringify(keys.map((key) => row[key]));
    rows.set(id, addRow(rows.get(id) ?? { ...NOTHING, ...pick(row, keys) }, row));
  }
  return [...rows.values()];
}

const CURRENCIES_EXPECTED = 2;
/** Sums of fractions are not exact. */
const COST_DIGITS = 6;

function pick(row: Selected, keys: readonly UsageKey[]): Partial<Record<UsageKey, string>> {
  return Object.fromEntries(keys.map((key) => [key, String(row[key])]));
}

function addRow(sum: UsageRow, row: Selected): UsageRow {
  const { currency } = row;
  const tokens = Object.fromEntries(FIELDS.map((field) => [field, sum[field] + Number(row[toColumn(field)])]));
  const costs =
    currency === "" ? [] : [{ amount: Number(Number(row["cost"]).toFixed(COST_DIGITS)), currency: String(currency) }];
  const [turns, turnMs] = [sum.turns + Number(row["turns"]), sum.turnMs + Number(row["turn_ms"])];
  return { ...sum, ...tokens, turns, turnMs, costs: [...sum.costs, ...costs] };
}

/** `inputTokens` is `input_tokens`. */
function toColumn(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** An agent may report any number. */
function toCount(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.round(Math.min(value, USAGE_COUNT_MAX)) : 0;
}

/** Sums of larger ones would overflow, and then no turn could end. */
function toAmount(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.min(value, USAGE_AMOUNT_MAX) : 0;
}
