// Usage as the page adds it up: one reply with a row for each day, agent, model and folder, filtered and grouped here.
import type { Operations } from "@parley/contract";
import type { Amount } from "../words.ts";

export type UsageRow = Operations["usage/get"]["reply"]["rows"][number];
export const USAGE_KEYS = ["day", "agent", "model", "folder"] as const;
export type UsageKey = (typeof USAGE_KEYS)[number];
export type UsageFilter = Readonly<Partial<Record<UsageKey, string>>>;

export const MEASURES = ["tokens", "cost", "time", "turns"] as const;
export type Measure = (typeof MEASURES)[number];

export interface Sums {
  readonly turns: number;
  readonly tokens: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  /** From the start of each turn to its end. */
  readonly ms: number;
  readonly costs: readonly Amount[];
}

export interface Group extends Sums {
  readonly name: string;
}

export function valueOf(row: UsageRow, key: UsageKey): string {
  return row[key] ?? "";
}

export function applyFilter(rows: readonly UsageRow[], filter: UsageFilter): readonly UsageRow[] {
  const wanted = Object.entries(filter) as readonly (readonly [UsageKey, string])[];
  return rows.filter((row) => wanted.every(([key, value]) => valueOf(row, key) === value));
}

/** With one value more, another one, or (undefined) one less. */
export function changeFilter(filter: UsageFilter, key: UsageKey, value: string | undefined): UsageFilter {
  const others = Object.entries(filter).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}

export function sumOf(rows: readonly UsageRow[]): Sums {
  const costs = new Map<string, number>();
  const sums = { turns: 0, tokens: 0, input: 0, output: 0, cached: 0, ms: 0 };
  for (const row of rows) {
    sums.turns += row.turns;
    sums.tokens += row.total_tokens;
    sums.input += row.input_tokens;
    sums.output += row.output_tokens;
    sums.cached += row.cached_read_tokens;
    sums.ms += row.turn_ms;
    for (const { currency, amount } of row.costs) costs.set(currency, (costs.get(currency) ?? 0) + amount);
  }
  return { ...sums, costs: [...costs].map(([currency, amount]) => ({ currency, amount })) };
}

/** The most used first. */
export function groupBy(rows: readonly UsageRow[], key: UsageKey, measure: Measure): readonly Group[] {
  const groups = new Map<string, UsageRow[]>();
  for (const row of rows) {
    const name = valueOf(row, key);
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [row]);
    else own.push(row);
  }
  return [...groups]
    .map(([name, own]) => ({ name, ...sumOf(own) }))
    .toSorted((one, other) => amountOf(other, measure) - amountOf(one, measure));
}

/** How long a bar is. Amounts of several currencies cannot be added: the largest counts. */
export function amountOf({ tokens, turns, ms, costs }: Sums, measure: Measure): number {
  if (measure === "tokens") return tokens;
  if (measure === "time") return ms;
  return measure === "turns" ? turns : Math.max(0, ...costs.map(({ amount }) => amount));
}

/** The first of which something is known: not every agent reports tokens. */
export function firstMeasure(rows: readonly UsageRow[]): Measure {
  const sums = sumOf(rows);
  return MEASURES.find((measure) => amountOf(sums, measure) > 0) ?? MEASURES[0];
}

/** The last days up to today, also those without a turn, as the server writes them. */
export function daysUntil(today: string, count: number): readonly string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** A day in the time zone of the browser, as the server writes days. */
export function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}
