// The summary of a run: for a terminal, for a document, for a program.
import { describeMachine, type Machine } from "../machine.ts";
import { isReached, type Figure, type SuiteResult } from "../result.ts";
import { toMarkdownTable, toTable, type Cells } from "./table.ts";

export interface Report {
  readonly machine: Machine;
  readonly rounds: number;
  readonly suites: readonly SuiteResult[];
}

export type ReportFormat = "text" | "markdown" | "json";

export function formatReport(report: Report, format: ReportFormat): string {
  return formats[format](report);
}

const formats: Record<ReportFormat, (report: Report) => string> = {
  text: toText,
  markdown: toMarkdown,
  json: (report) => JSON.stringify({ ...report, suites: report.suites.map(withVerdicts) }, undefined, 2),
};

const FIGURE_HEAD = ["figure", "median", "range", "target", "reached"];

function toText({ machine, rounds, suites }: Report): string {
  const parts = [`${describeMachine(machine)}; medians of ${rounds} rounds`];
  for (const suite of suites) {
    parts.push(`${suite.name}: ${suite.title}`, toTable(suiteHead(suite), suiteRows(suite)));
  }
  parts.push(toTable(FIGURE_HEAD, figureRows(suites)));
  return parts.join("\n\n");
}

function toMarkdown({ machine, rounds, suites }: Report): string {
  const parts = [
    `Measured on: ${describeMachine(machine)}. Medians of ${rounds} rounds.`,
    toMarkdownTable(FIGURE_HEAD, figureRows(suites)),
  ];
  for (const suite of suites) {
    parts.push(`### ${suite.title}`, toMarkdownTable(suiteHead(suite), suiteRows(suite)));
  }
  return parts.join("\n\n");
}

function withVerdicts(suite: SuiteResult): unknown {
  return { ...suite, figures: suite.figures.map((figure) => ({ ...figure, reached: isReached(figure) })) };
}

function suiteHead({ columns }: SuiteResult): Cells {
  return ["", ...columns.map(({ title }) => title)];
}

function suiteRows({ columns, rows }: SuiteResult): Cells[] {
  return rows.map(({ label, cells }) => [
    label,
    ...columns.map(({ digits }, index) => cells[index]?.median.toFixed(digits) ?? "–"),
  ]);
}

function figureRows(suites: readonly SuiteResult[]): Cells[] {
  return suites.flatMap(({ name, figures }) => figures.map((figure) => figureRow(name, figure)));
}

function figureRow(suite: string, figure: Figure): Cells {
  const { name, unit, digits, measure, atMost, atLeast } = figure;
  const show = (value: number): string => value.toFixed(digits);
  const reached = isReached(figure);
  return [
    `${suite}: ${name}`,
    `${show(measure.median)} ${unit}`,
    `${show(measure.min)}–${show(measure.max)}`,
    atMost === undefined ? (atLeast === undefined ? "–" : `≥ ${show(atLeast)} ${unit}`) : `≤ ${show(atMost)} ${unit}`,
    reached === undefined ? "–" : reached ? "yes" : "NO",
  ];
}
