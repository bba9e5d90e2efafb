// The table of `parley usage`: the keys, then right-aligned figures, then their sum.
import { formatDuration, formatTokens } from "@parley/chat-model";
import type { Operations } from "@parley/contract";
import { drawTable, type Column } from "../../output/table.ts";
import { withTilde } from "../../output/with-tilde.ts";
import type { Line } from "../../terminal/line.ts";

export type UsageKey = "day" | "agent" | "model" | "folder";
type Usage = Operations["usage/get"]["reply"];
type Row = Usage["rows"][number];
type Sum = Usage["total"];

const UNKNOWN = "–";

const FIGURES: readonly { readonly title: string; readonly text: (sum: Sum) => string }[] = [
  { title: "TURNS", text: ({ turns }) => String(turns) },
  { title: "TIME", text: ({ turn_ms: ms }) => formatDuration(ms) || UNKNOWN },
  { title: "INPUT", text: ({ input_tokens: tokens }) => formatTokens(tokens) },
  { title: "OUTPUT", text: ({ output_tokens: tokens }) => formatTokens(tokens) },
  { title: "COST", text: ({ costs }) => (costs.length === 0 ? UNKNOWN : costs.map(formatMoney).join(" + ")) },
];

const KEY_COLUMNS: Readonly<Record<UsageKey, Omit<Column<Row>, "style">>> = {
  day: { title: "DAY", text: ({ day = "" }) => day },
  agent: { title: "AGENT", text: ({ agent = "" }) => agent, shrinks: "end" },
  model: { title: "MODEL", text: ({ model = "" }) => (model === "" ? UNKNOWN : model), shrinks: "end" },
  folder: { title: "FOLDER", text: ({ folder = "" }) => withTilde(folder), shrinks: "start" },
};

export function drawUsage({ rows, total }: Usage, by: readonly UsageKey[], width: number): readonly Line[] {
  const [first] = by;
  const sum: Row = { ...total };
  const isSum = (row: Row): boolean => row === sum;
  const all = rows.length === 1 ? rows : [...rows, sum];
  const keys = by.map((key): Column<Row> => {
    const column = KEY_COLUMNS[key];
    const text = (row: Row): string => (isSum(row) ? (key === first ? "Total" : "") : column.text(row));
    return { ...column, text, style: (row) => (isSum(row) ? "strong" : undefined) };
  });
  const style: Column<Row>["style"] = (row) => (isSum(row) ? "strong" : undefined);
  const figures = FIGURES.map(({ title, text }): Column<Row> => ({ title, text, isFigure: true, style }));
  return drawTable([...keys, ...figures], all, width);
}

/** Two digits, or more below one cent. */
function formatMoney({ amount, currency }: Sum["costs"][number]): string {
  const text = amount > 0 && amount < 0.01 ? amount.toFixed(4) : amount.toFixed(2);
  return currency === "USD" ? `$${text}` : `${text} ${currency}`;
}
