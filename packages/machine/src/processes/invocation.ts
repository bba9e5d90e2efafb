// From what was asked for to what is started: a program with its arguments, or a shell with a line.
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
  /** The command is a line for a shell: what runs is decided by the shell's grammar, and policy must judge it so. */
  readonly viaShell: boolean;
}

/** What no plain program name has: blanks, or a character that means something to a shell. */
const SHELL_CHARACTERS = /[\s|&;<>()$`\\"'*?[\]#~=%{}!^]/;

interface Shell {
  readonly file: string;
  readonly options: readonly string[];
  readonly setLocks: string;
}

/** Bash reads its start-up file when its input is a socket, which Node's pipes are; a command must not depend on that. */
const bash = { options: ["--norc"], setLocks: "ulimit -Sx" };
/** Bash first: it is what models write, and what policy parses. */
const SHELLS: readonly Shell[] = [
  { file: "/bin/bash", ...bash },
  { file: "/usr/bin/bash", ...bash },
  { file: "/usr/local/bin/bash", ...bash },
];
const LAST_SHELL: Shell = { file: "/bin/sh", options: [], setLocks: "ulimit -Sw" };

/**
 * Agents send whole lines without arguments (`terminal/create`), and people write them into configuration. A shell is used for
 * those only: no arguments, something only a shell understands, and not the path of a file.
 */
export function isShellLine({ command, args = [], cwd }: Command): boolean {
  return args.length === 0 && SHELL_CHARACTERS.test(command) && !isFilePath(command, cwd);
}

export interface InvocationOptions {
  /** A shell line's stderr goes to stdout, in the order of writing, which two pipes cannot keep. */
  readonly oneStream?: boolean;
  /** The limit that marks what the child starts; a shell sets it itself, before anything can get away. */
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
  // On a line of its own: a shell quotes the line of a syntax error, and ours is none of anybody's business.
  const lines = `${steps.join("; ")}\n${command.command}`;
  return { file: shell.file, args: [...shell.options, "-c", "--", lines], viaShell: true };
}

let shell: Shell | undefined;

/** A name without a place would be looked up in PATH, never in the working folder. */
const HAS_PLACE = /^(?:\.{0,2}[/\\]|[a-z]:[/\\])/i;

/**
 * `cat src/run.sh` is a command line, whatever a folder called `cat src` holds: a path with such characters in it has to begin with
 * a place, and what stands before the first of them must not be a program by itself.
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
    return false; // Too long, or not ours to look at: no name of a file that could be started.
  }
}
