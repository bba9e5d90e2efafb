// Text in columns: the first to the left, the others to the right.

export type Cells = readonly string[];

/** For a terminal. */
export function toTable(head: Cells, rows: readonly Cells[]): string {
  const widths = columnWidths([head, ...rows]);
  const rule = widths.map((width) => "─".repeat(width));
  return [head, rule, ...rows].map((row) => alignRow(row, widths).join("  ").trimEnd()).join("\n");
}

export function toMarkdownTable(head: Cells, rows: readonly Cells[]): string {
  const widths = columnWidths([head, ...rows]).map((width) => Math.max(3, width));
  const rule = widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [head, rule, ...rows].map((row) => `| ${alignRow(row, widths).join(" | ")} |`).join("\n");
}

function columnWidths(rows: readonly Cells[]): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
}

function alignRow(row: Cells, widths: readonly number[]): string[] {
  return widths.map((width, index) => {
    const cell = row[index] ?? "";
    return index === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
}
