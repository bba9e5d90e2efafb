// A command as a person would type it.

/** Words that a shell takes for themselves. */
const PLAIN = /^[\w@%+:,./-]+$/;

/** Without arguments the command is a line already. */
export function toCommandLine(command: string, args: readonly string[]): string {
  if (args.length === 0) return command;
  return [command, ...args].map(quote).join(" ");
}

function quote(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
