// From a command to what is started: a program with its arguments, or a shell with a line.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

export interface Command {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly cwd: string;
}

export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
  /** The command is a line for a shell: the shell's grammar decides what runs, and policy must judge it as such. */
  readonly viaShell: boolean;
}

/** Characters that no plain program name contains: blanks, and those with a meaning to a shell. */
const SHELL_CHARACTERS = /[\s|&;<>()$`\\"'*?[\]#~=%{}!^]/;

interface Shell {
  readonly file: string;
  readonly options: readonly string[];
  readonly setLocks: string;
}

/** Bash reads its start-up file when its input is a socket, which Node's pipes are; a command must not depend on it. */
const bash = { options: ["--norc"], setLocks: "ulimit -Sx" };
/** Bash first: models write for it, and policy parses it. */
const SHELLS: readonly Shell[] = [
  { file: "/bin/bash", ...bash },
  { file: "/usr/bin/bash", ...bash },
  { file: "/usr/local/bin/bash", ...bash },
];
const LAST_SHELL: Shell = { file: "/bin/sh", options: [], setLocks: "ulimit -Sw" };

/**
 * Agents send whole lines without arguments (`terminal/create`), and people put them into configuration files. Only those run in
 * a shell: no arguments, something only a shell understands, and not the path of a file.
 */
export function isShellLine({ command, args = [], cwd }: Command): boolean {
  return args.length === 0 && SHELL_CHARACTERS.test(command) && !isFilePath(command, cwd);
}

export interface InvocationOptions {
  /** A shell line's stderr goes to stdout, in the order of writing, which two pipes cannot keep. */
  readonly oneStream?: boolean;
  /** The limit that marks the child's descendants; a shell sets it itself, before anything can get away. */
  readonly lockLimit?: string;
}

export function toInvocation(command: Command, options: InvocationOptions = {}): Invocation {
  if (!isShellLine(command)) return { file: command.command, args: command.args ?? [], viaShell: false };
  if (process.platform === "win32") {
    const file = process.env["ComSpec"] ?? "cmd.exe";
    return { file, args: ["/d", "/s", "/c", `"${command.command}"`], viaShell: true };
  }
  shell ??= SHELLS.find(({ file }) => existsSync(file)) ?? LAST_SHELL;
  const steps = [
    ...(options.oneStream === true ? ["exec 2>&1"] : []),
    ...(options.lockLimit === undefined ? [] : [`${shell.setLocks} ${options.lockLimit} 2>/dev/null`]),
  ];
  // On a separate line: a shell quotes the line of a syntax error, and ours should not appear there.
  const lines = `${steps.join("; ")}\n${command.command}`;
  return { file: shell.file, args: [...shell.options, "-c", "--", lines], viaShell: true };
}

let shell: Shell | undefined;

/** A name without a path would be looked up in PATH, never in the working folder. */
const HAS_PLACE = /^(?:\.{0,2}[/\\]|[a-z]:[/\\])/i;

/**
 * `cat src/run.sh` is a command line, even if a folder called `cat src` contains a file `run.sh`: a path with such characters must
 * begin with `/`, `./` or `../`, and the text before the first of them must not be a program.
 */
function isFilePath(command: string, cwd: string): boolean {
  if (!HAS_PLACE.test(command)) return false;
  const end = command.search(SHELL_CHARACTERS);
  return !(end > 0 && isFile(command.slice(0, end), cwd)) && isFile(command, cwd);
}

function isFile(path: string, cwd: string): boolean {
  try {
    return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false; // Too long, or not ours to read: not a file that could be started.
  }
}
