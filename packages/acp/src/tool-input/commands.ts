// The commands in a tool's input: a line, a list of words, or an object with either.
import { isObject } from "@parley/base";
import { roleOf, toKey } from "./keys.ts";
import type { CommandReading } from "./reading.ts";

const SHELL = /^(?:\/\S*\/)?(?:ba|z|da|k|fi)?sh$/;
const DEPTH_MAX = 4;

export function isShell(text: string): boolean {
  return SHELL.test(text.trim());
}

/** A line, or a program with its arguments, which may be in a separate field. */
export function toCommands(value: unknown, args: unknown, depth = 0): CommandReading[] {
  if (depth > DEPTH_MAX) return [];
  if (isObject(value)) return commandsOf(value, depth);
  if (!Array.isArray(value)) return typeof value === "string" ? toCommand([value], args) : [];
  const words = toWords(value);
  if (words !== undefined) return toCommand(words, args);
  return value.flatMap((item) => toCommands(item, undefined, depth + 1));
}

/** Several lines that run one after the other. */
export function toScript(value: unknown): CommandReading[] {
  const lines = toWords(value);
  if (lines === undefined) return toCommands(value, undefined);
  const script = lines.join("\n");
  return script.trim() === "" ? [] : [script];
}

/** Numbers and booleans in a list of words are converted to words. */
function toWords(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const words: string[] = [];
  for (const item of value) {
    if (typeof item !== "string" && typeof item !== "number" && typeof item !== "boolean") return undefined;
    words.push(String(item));
  }
  return words;
}

/** Quotes the words as a shell would need them. */
export function toLine(command: CommandReading): string {
  if (typeof command === "string") return command;
  const words = [command.command, ...command.args];
  return words.map((word, index) => (index === 0 ? word : quote(word))).join(" ");
}

/** The line that actually runs, for display: `bash -lc line` is shown as the line. */
export function toInnerLine(command: CommandReading): string {
  if (typeof command === "string") return command;
  const [flag = "", line, ...more] = command.args;
  const isInner = line !== undefined && more.length === 0 && isShell(command.command) && /^-\w*c$/.test(flag);
  return isInner ? line : toLine(command);
}

function quote(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function commandsOf(fields: Readonly<Record<string, unknown>>, depth: number): CommandReading[] {
  const args = Object.keys(fields).find((name) => roleOf(toKey(name)) === "args");
  return Object.entries(fields).flatMap(([name, value]) => {
    const role = roleOf(toKey(name));
    if (role !== "command" && role !== "program") return [];
    return toCommands(value, args === undefined ? undefined : fields[args], depth + 1);
  });
}

function toCommand([command = "", ...rest]: readonly string[], args: unknown): CommandReading[] {
  if (command.trim() === "") return [];
  if (typeof args === "string" && args.trim() !== "") return [[toLine({ command, args: rest }), args].join(" ")];
  const words = [...rest, ...(toWords(args) ?? [])];
  return [words.length === 0 ? command : { command, args: words }];
}
