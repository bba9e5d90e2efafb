// Converts a typed command for `terminal/create`: a program and its arguments.

const SHELL_SYNTAX = /[|&;<>()$`\\"'*?[\]{}~#=%!\n]/;

/** Plain words are split; a line with shell syntax is passed to a shell. */
export function toProgram(command: string): { command: string; args: string[] } {
  if (SHELL_SYNTAX.test(command)) return { command: "sh", args: ["-c", command] };
  const [program = command, ...args] = command.split(/\s+/);
  return { command: program, args };
}
