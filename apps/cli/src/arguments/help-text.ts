// Generates the text of `--help` from the usage tables, for Parley, for a group and for one command.
import { asInvoked, settings, type Setting } from "@parley/base";
import { choicesOf } from "./parse-arguments.ts";
import { globalFlags, workspaceFlags } from "./global-flags.ts";
import type { FlagRow, Flags, PositionalRow, Usage } from "./usage.ts";

const FLAG_COLUMN_MAX = 30;

export interface Listed {
  readonly name: string;
  readonly summary: string;
}

/** Two columns, the right one starting where the longest name of the left one ends. */
export function listOf(rows: readonly Listed[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
}

export function commandHelp(usage: Usage): string {
  const parts = [`${usage.summary}.`, `Usage: ${usageLine(usage)}`];
  if (usage.details !== undefined) parts.push(usage.details);
  const own = { ...usage.flags, ...(usage.isInWorkspace === true ? workspaceFlags : undefined) };
  if (Object.keys(own).length > 0) parts.push(`Options:\n${describeFlags(own)}`);
  parts.push(`Options of every command:\n${describeFlags(globalFlags)}`);
  if (usage.examples.length > 0) parts.push(`Examples:\n${describeExamples(usage)}`);
  return parts.join("\n\n");
}

function usageLine({ name, flags, isInWorkspace, positionals, takesCommand }: Usage): string {
  const hasFlags = Object.keys(flags).length > 0 || isInWorkspace === true;
  const words = [asInvoked("parley"), name, ...(hasFlags ? ["[OPTIONS]"] : []), ...positionals.map(describePositional)];
  return [...words, ...(takesCommand === true ? ["[-- COMMAND ARGS…]"] : [])].join(" ");
}

function describePositional({ name, isOptional, isMultiple }: PositionalRow): string {
  const text = isMultiple === true ? `${name}…` : name;
  return isOptional === true ? `[${text}]` : text;
}

function describeFlags(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, row]) => ({ name: describeName(name, row), text: describeFlag(row) }));
  const width = Math.min(FLAG_COLUMN_MAX, Math.max(...rows.map(({ name }) => name.length)));
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
  const facts = [
    ...(choices === undefined ? [] : [choices.join(", ")]),
    ...(setting?.default === undefined ? [] : [`default: ${describeDefault(setting.default)}`]),
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
