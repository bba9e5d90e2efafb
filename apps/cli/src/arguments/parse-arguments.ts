// Parses the command line into a command's arguments. Every error names the mistake and what was expected.
import { ParleyError, settings, type Setting, findNearestName } from "@parley/base";
import { parseArgs } from "node:util";
import { flagsOf } from "./global-flags.ts";
import type { Arguments, FlagRow, Flags, FlagValue, Usage } from "./usage.ts";

/** Includes the flags that every command accepts. */
export function parseArguments(usage: Usage, argv: readonly string[]): Arguments {
  const split = usage.takesCommand ? argv.indexOf("--") : -1;
  const own = split === -1 ? argv : argv.slice(0, split);
  const command = split === -1 ? undefined : argv.slice(split + 1);
  if (command?.length === 0) throw usageError(usage, "The agent's command is missing after --");
  const flags = flagsOf(usage);
  const { tokens } = parseArgs({ args: [...own], options: toOptions(flags), strict: false, tokens: true });
  const values: Record<string, FlagValue> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    else if (token.kind === "option") addFlag(usage, flags, token, values);
  }
  if (values["help"] !== true) checkPositionals(usage, positionals);
  for (const [name, row] of Object.entries(flags)) values[name] ??= emptyValue(row);
  return { flags: values, positionals, command };
}

/** The settings that flags set: the layer of configuration with the highest precedence. */
export function toSettingValues(usage: Usage, flags: Arguments["flags"]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { setting }] of Object.entries(flagsOf(usage))) {
    if (setting !== undefined) values[setting] = flags[name];
  }
  return values;
}

export function choicesOf({ choices, setting }: FlagRow): readonly string[] | undefined {
  if (choices !== undefined || setting === undefined) return choices;
  const row: Setting<unknown> = settings[setting];
  return row.choices;
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function addFlag(usage: Usage, flags: Flags, token: OptionToken, values: Record<string, FlagValue>): void {
  const { name, rawName, value, inlineValue } = token;
  const row = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (row === undefined) throw unknownFlag(usage, flags, rawName);
  if (row.type === "boolean") {
    if (value !== undefined) throw usageError(usage, `${rawName} does not take a value`);
    values[name] = true;
    return;
  }
  if (row.alone !== undefined && value === undefined) {
    values[name] = row.alone;
    return;
  }
  // `--agent --json` is a forgotten value, not an agent called --json; `--agent=--json` is explicit.
  // A negative amount was not forgotten, and the error about it says what is expected.
  const isForgotten = value === undefined || (inlineValue === false && /^-(?!\d)./.test(value));
  if (isForgotten) throw usageError(usage, `${rawName} needs a value${describeChoices(row)}`);
  const read = row.type === "number" ? toNumber(usage, rawName, row, value) : toChoice(usage, rawName, row, value);
  const before = values[name];
  if (row.isMultiple === true) values[name] = [...(Array.isArray(before) ? before : []), String(read)];
  else values[name] = read;
}

function toNumber(usage: Usage, rawName: string, { min = 0, max }: FlagRow, value: string): number {
  const number = Number(value);
  const isInRange = number >= min && number <= (max ?? Number.MAX_SAFE_INTEGER);
  if (value.trim() !== "" && Number.isSafeInteger(number) && isInRange) return number;
  const range = max !== undefined ? ` from ${min} to ${max}` : min > 0 ? `, ${min} or more` : "";
  throw usageError(usage, `${rawName} is ${JSON.stringify(value)}; expected a whole number${range}`);
}

/** The values of settings are checked later, together with those of the other layers. */
function toChoice(usage: Usage, rawName: string, { choices }: FlagRow, value: string): string {
  if (choices === undefined || choices.includes(value)) return value;
  const near = findNearestName(value, choices);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  throw usageError(usage, `${rawName} is ${JSON.stringify(value)}; expected one of ${choices.join(", ")}.${hint}`);
}

function checkPositionals(usage: Usage, given: readonly string[]): void {
  const { positionals } = usage;
  const missing = positionals[given.length];
  if (missing !== undefined && missing.isOptional !== true) throw usageError(usage, `${missing.name} is missing`);
  const isOpen = positionals.at(-1)?.isMultiple === true;
  const extra = given[positionals.length];
  if (extra !== undefined && !isOpen) {
    throw usageError(usage, `"${extra}" is an unexpected argument; quote text that has spaces`);
  }
  for (const [index, { name, choices }] of positionals.entries()) {
    const value = given[index];
    if (value === undefined || choices === undefined || choices.includes(value)) continue;
    throw usageError(usage, `${name} is ${JSON.stringify(value)}; expected one of ${choices.join(", ")}`);
  }
}

function unknownFlag(usage: Usage, flags: Flags, rawName: string): ParleyError {
  const near = rawName.startsWith("--") ? findNearestName(rawName.slice(2), Object.keys(flags)) : undefined;
  const hint = near === undefined ? "" : `. Did you mean --${near}?`;
  return usageError(usage, `Option ${rawName} not found for parley ${usage.name}${hint}`);
}

function usageError({ name }: Usage, message: string): ParleyError {
  const remedy = { label: "Show usage", command: `parley ${name} --help` };
  return new ParleyError({ code: "usage", message, remedy });
}

function describeChoices(row: FlagRow): string {
  const choices = choicesOf(row);
  return choices === undefined ? "" : `: one of ${choices.join(", ")}`;
}

function emptyValue({ type, isMultiple }: FlagRow): FlagValue {
  if (type === "boolean") return false;
  return isMultiple === true ? [] : undefined;
}

function toOptions(flags: Flags): Record<string, { type: "boolean" | "string"; short?: string }> {
  const options: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const [name, { type, short, alone }] of Object.entries(flags)) {
    // A flag whose value is optional does not consume the next word.
    const isAlone = type === "boolean" || alone !== undefined;
    options[name] = { type: isAlone ? "boolean" : "string", ...(short === undefined ? {} : { short }) };
  }
  return options;
}
