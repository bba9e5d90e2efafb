// What a suite hands to the reports.
import type { Measure } from "./statistics.ts";

export interface SuiteResult {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly figures: readonly Figure[];
}

export interface Column {
  readonly title: string;
  readonly digits: number;
}

export interface Row {
  readonly label: string;
  /** One for each column; undefined where there is nothing to say. */
  readonly cells: readonly (Measure | undefined)[];
}

/** A number that is held against a target, or given for information if there is none. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly digits: number;
  readonly measure: Measure;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Undefined if the figure has no target. */
export function isReached({ measure, atMost, atLeast }: Figure): boolean | undefined {
  if (atMost === undefined && atLeast === undefined) return undefined;
  return measure.median <= (atMost ?? Infinity) && measure.median >= (atLeast ?? -Infinity);
}
