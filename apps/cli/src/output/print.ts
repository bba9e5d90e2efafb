// Prints a command's output: lines for users, JSON for programs.
import { neutralise, toShownJson } from "@parley/base";
import type { CommandContext } from "../command.ts";
import { encodeLine } from "../terminal/encode-line.ts";
import type { Line } from "../terminal/line.ts";
import { columnsOf, paletteOf } from "./palette.ts";
import { drawTable, type Column } from "./table.ts";

type PrintContext = Pick<CommandContext, "settings">;

export function printLines(lines: readonly Line[], { settings }: PrintContext): void {
  const palette = paletteOf(process.stdout, settings.color);
  print(lines.map((drawn) => `${encodeLine(drawn, palette)}\n`).join(""));
}

export function printTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], context: PrintContext): void {
  // Output that is piped to another program is not truncated.
  const width = process.stdout.isTTY ? columnsOf(process.stdout) : Number.POSITIVE_INFINITY;
  printLines(drawTable(columns, rows, width), context);
}

/** Prints one indented JSON document. */
export function printJson(value: unknown): void {
  print(`${toShownJson(JSON.stringify(value, undefined, 2))}\n`);
}

/** Prints text for users unchanged. */
export function printText(text: string): void {
  print(`${neutralise(text)}\n`);
}

/** A reader such as `head` may close the pipe early, which is not an error. */
function print(text: string): void {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => undefined);
  process.stdout.write(text);
}

/** Prints a message that is not part of the command's output. */
export function printNotice(text: string): void {
  process.stderr.write(`${neutralise(text)}\n`);
}
