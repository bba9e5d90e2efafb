// Usage of ended turns: added with the end of each turn, summed up by any of its keys.
import type { Turn } from "../../api/turns.ts";
import { USAGE_KEYS, type UsageKey, type UsageRow, type UsageSum } from "../../api/usage.ts";
import type { HubStore } from "../../api/store.ts";
import { USAGE_ROWS_MAX } from "../../store-limits.ts";
import type { StoreDatabase } from "../database.ts";
import { toDay } from "../to-day.ts";
import { all, run, type Step } from "../step.ts";

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

const ADD = `insert into usage (day, agent, model, folder, currency, ${COLUMNS.join(", ")})
  values (?, ?, ?, coalesce((select cwd from sessions where id = ?), ''), ?, 1, ${FIELDS.map(() => "?").join(", ")}, ?, ?)
  on conflict (day, agent, model, folder, currency) do update
    set ${COLUMNS.map((name) => `${name} = usage.${name} + excluded.${name}`).join(", ")}`;

/** Within the write that stores the end of the turn. */
export function* addUsage(turn: Turn, finishedAtMs: number): Step<void> {
  const { agent, model = "", sessionId, usage, cost } = turn;
  const tokens = FIELDS.map((field) => toCount(usage?.[field]));
  const keys = [toDay(finishedAtMs), agent, model, sessionId, cost?.currency ?? ""];
  // One that never started took none.
  const turnMs = toCount(finishedAtMs - (turn.startedAtMs ?? finishedAtMs));
  yield* run(ADD, ...keys, ...tokens, cost?.amount ?? 0, turnMs);
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
  // Few have more than one currency: a row more than the limit shows that there are more.
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

/** What an agent reports may be anything. */
function toCount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
