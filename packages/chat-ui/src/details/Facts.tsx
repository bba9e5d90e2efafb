// Names with their values, one per row. Values that are not known have no row.
import type { ReactNode } from "react";
import "./Facts.css";

export interface FactsProps {
  /** Name and value. */
  readonly rows: readonly (readonly [string, ReactNode])[];
}

export function Facts({ rows }: FactsProps) {
  return (
    <dl className="facts">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== "")
        .map(([name, value]) => (
          <div key={name} className="facts-row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
