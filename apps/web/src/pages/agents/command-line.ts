// A command as it is typed into a shell.
import { revealLine } from "@parley/base";

export interface ShownCommand {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export function toCommandLine({ command = "", args = [], env = {} }: ShownCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  return [...variables, ...[command, ...args].map(quote)].join(" ");
}

/** Inside single quotes a shell changes nothing. */
function quote(word: string): string {
  const shown = revealLine(word);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

/** Splits what a person typed as arguments: by spaces, except inside quotes. */
export function splitArguments(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
