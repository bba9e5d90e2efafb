// A table of rows with named columns; on a phone each row becomes a block with the names of its columns.
import type { ReactNode } from "react";
import "./DataTable.css";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  readonly isFigure?: boolean | undefined;
}

export interface DataTableProps<Row> {
  /** Its accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table className="data-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, isFigure = false }) => (
            <th key={title} scope="col" data-figure={isFigure}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, isFigure = false }) => (
              <td key={title} data-title={title} data-figure={isFigure}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
