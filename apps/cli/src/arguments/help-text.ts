// Generates the text of `--help` from the usage tables, for Parley, for a group and for one command.
import { asInvoked, settings, type Setting } from "@parley/base";
import { choicesOf } from "./parse-arguments.ts";
import { globalFlags, workspaceFlags } from "./global-flags.ts";
import type { FlagRow, Flags, PositionalRow, Usage } from "./usage.ts";

const FLAG_COLUMN_MAX = 30;
/** Longer lines are hard to read, and pipes have no width. */
export const HELP_COLUMNS_MAX = 120;
/** What is left for words beside the names of flags in a very narrow terminal. */
const WORDS_COLUMNS_MIN = 20;

export interface Listed {
  readonly name: string;
  readonly summary: string;
}

/** Two columns, the right one starting where the longest name of the left one ends. */
export function listOf(rows: readonly Listed[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
}

export function commandHelp(usage: Usage, columns: number = HELP_COLUMNS_MAX): string {
  const parts = [wrap(`${usage.summary}.`, columns, 0), `Usage: ${usageLine(usage)}`];
  const details = [...usage.positionals.flatMap(describeValues), ...toParagraphs(usage.details ?? "")];
  if (details.length > 0) parts.push(details.map((text) => wrap(text, columns, 0)).join("\n"));
  const own = { ...usage.flags, ...(usage.isInWorkspace === true ? workspaceFlags : undefined) };
  if (Object.keys(own).length > 0) parts.push(`Options:\n${describeFlags(own, columns)}`);
  parts.push(`Options of every command:\n${describeFlags(globalFlags, columns)}`);
  if (usage.examples.length > 0) parts.push(`Examples:\n${describeExamples(usage)}`);
  return parts.join("\n\n");
}

function usageLine({ name, flags, isInWorkspace, positionals, takesCommand }: Usage): string {
  const hasFlags = Object.keys(flags).length > 0 || isInWorkspace === true;
  const words = [asInvoked("parley"), name, ...(hasFlags ? ["[OPTIONS]"] : []), ...positionals.map(describePositional)];
  const command = takesCommand === "required" ? "-- COMMAND ARGS…" : "[-- COMMAND ARGS…]";
  return [...words, ...(takesCommand ? [command] : [])].join(" ");
}

function describeValues({ name, about, choices = [] }: PositionalRow): readonly string[] {
  const last = choices.at(-1);
  const values = last === undefined ? about : `${choices.slice(0, -1).join(", ")} or ${last}`;
  return values === undefined ? [] : [`${name} is ${values}.`];
}

/** A line that ends in the middle of a sentence continues on the next one. */
function toParagraphs(details: string): readonly string[] {
  return details
    .replaceAll(/(?<![.:)])\n/g, " ")
    .split("\n")
    .filter((text) => text !== "");
}

/** Breaks lines between words, and indents all but the first. */
function wrap(text: string, columns: number, indent: number): string {
  const width = Math.max(WORDS_COLUMNS_MIN, columns - indent);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}

function describePositional({ name, isOptional, isMultiple }: PositionalRow): string {
  const text = isMultiple === true ? `${name}…` : name;
  return isOptional === true ? `[${text}]` : text;
}

function describeFlags(flags: Flags, columns: number): string {
  const named = Object.entries(flags).map(([name, row]) => ({ name: describeName(name, row), row }));
  const width = Math.min(FLAG_COLUMN_MAX, Math.max(...named.map(({ name }) => name.length)));
  const rows = named.map(({ name, row }) => ({ name, text: wrap(describeFlag(row), columns, width + 4) }));
  return rows
    .map(({ name, text }) =>
      name.length > width ? `  ${name}\n  ${" ".repeat(width)}  ${text}` : `  ${name.padEnd(width)}  ${text}`,
    )
    .join("\n");
}

function describeName(name: string, { short, value, alone }: FlagRow): string {
  if (alone !== undefined) return `--${name}[=${value ?? "VALUE"}]`;
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function describeFlag(row: FlagRow): string {
  const setting: Setting<unknown> | undefined = row.setting === undefined ? undefined : settings[row.setting];
  const choices = choicesOf(row);
  const standard = setting?.default ?? row.default;
  const facts = [
    ...(choices === undefined ? [] : [choices.join(", ")]),
    ...(standard === undefined ? [] : [`default: ${describeDefault(standard)}`]),
    ...(row.isMultiple === true ? ["repeatable"] : []),
  ];
  return facts.length === 0 ? row.summary : `${row.summary} (${facts.join("; ")})`;
}

function describeDefault(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}

function describeExamples({ examples }: Usage): string {
  return examples.map(({ command, about }) => `  ${about}:\n    ${asInvoked(command)}`).join("\n");
}
