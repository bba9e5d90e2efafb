// The rows behind the figures: each day, agent, model and folder.
import { revealLine } from "@parley/base";
import { DataTable, type Column } from "@parley/chat-ui";
import { USAGE_ROWS_SHOWN_MAX } from "../../limits.ts";
import { formatAmounts, formatCount, formatDuration } from "../words.ts";
import { nameOf } from "./names.ts";
import { USAGE_KEYS, valueOf, type UsageRow } from "./usage-rows.ts";

const COLUMNS: readonly Column<UsageRow>[] = [
  { title: "Day", cell: ({ day = "" }) => day },
  { title: "Agent", cell: ({ agent = "" }) => revealLine(agent) },
  { title: "Model", cell: ({ model = "" }) => revealLine(nameOf(model)) },
  { title: "Folder", cell: ({ folder = "" }) => <code>{revealLine(folder)}</code> },
  { title: "Turns", isFigure: true, cell: ({ turns }) => turns },
  { title: "Time", isFigure: true, cell: (row) => formatDuration(row.turn_ms) },
  { title: "Input", isFigure: true, cell: (row) => formatReported(row, row.input_tokens) },
  { title: "Output", isFigure: true, cell: (row) => formatReported(row, row.output_tokens) },
  { title: "Tokens", isFigure: true, cell: (row) => formatReported(row, row.total_tokens) },
  { title: "Cost", isFigure: true, cell: ({ costs }) => formatAmounts(costs) },
];

/** Empty if the agent reported no tokens at all, as for costs. */
function formatReported({ total_tokens: total }: UsageRow, count: number): string {
  return total === 0 ? "" : formatCount(count);
}

export function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }) {
  return (
    <>
      <DataTable
        label="Usage"
        columns={COLUMNS}
        rows={rows.slice(0, USAGE_ROWS_SHOWN_MAX)}
        keyOf={(row) => JSON.stringify(USAGE_KEYS.map((key) => valueOf(row, key)))}
      />
      {rows.length > USAGE_ROWS_SHOWN_MAX && (
        <p>{rows.length - USAGE_ROWS_SHOWN_MAX} more rows. Choose a day, an agent, a model or a folder to see fewer.</p>
      )}
    </>
  );
}
