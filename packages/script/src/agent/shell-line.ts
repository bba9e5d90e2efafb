// A typed command as `terminal/create` wants it: a program and its arguments.

const SHELL_SYNTAX = /[|&;<>()$`\\"'*?[\]{}~#=%!\n]/;

/** Plain words are split; anything that only a shell understands is left to one. */
export function toProgram(command: string): { command: string; args: string[] } {
  if (SHELL_SYNTAX.test(command)) return { command: "sh", args: ["-c", command] };
  const [program = command, ...args] = command.split(/\s+/);
  return { command: program, args };
}
