// Shells that get a line as an argument, or on stdin.
import type { FoundWord } from "../line/found.ts";
import type { Dialect } from "../line/reader.ts";
import type { Inner } from "./inner.ts";
import { toSystemName } from "./system-name.ts";

const DIALECTS: Readonly<Record<string, Dialect>> = {
  ash: "posix",
  bash: "bash",
  dash: "posix",
  ksh: "posix",
  sh: "posix",
  zsh: "zsh",
};

/** `-o` and `-O` take a value; a start-up file would be another line. */
const CLUSTER = /^[-+][a-zA-Z]+$/;
const LONG = new Set(["--login", "--noprofile", "--norc", "--posix"]);

interface ShellWords {
  readonly hasLine: boolean;
  readonly operands: readonly FoundWord[];
}

/** `bash -lc LINE NAME ARGUMENTS`. Undefined if it runs a script or its stdin instead of a line. */
export function findShellLine(program: string, args: readonly FoundWord[]): Inner | undefined {
  const dialect = DIALECTS[program];
  const words = splitWords(args);
  if (words?.hasLine === false) return undefined;
  const line = words?.operands[0];
  if (dialect === undefined || line?.isLiteral !== true) return { kind: "unseen", isShell: false };
  return { kind: "line", text: line.text, via: "shell", dialect, isShell: false, isLater: false };
}

/** The dialect of a shell that reads commands from stdin. */
export function readsItsInput(program: string, args: readonly FoundWord[]): Dialect | undefined {
  const words = splitWords(args);
  const isFed = words !== undefined && !words.hasLine && words.operands.length === 0;
  return isFed || args.some(({ text }) => text === "-s") ? DIALECTS[toSystemName(program)] : undefined;
}

function splitWords(args: readonly FoundWord[]): ShellWords | undefined {
  let hasLine = false;
  for (let at = 0; at < args.length; at += 1) {
    const { text, isLiteral } = args[at] ?? { text: "", isLiteral: false };
    if (!isLiteral) return undefined;
    if (text === "--" || text === "-") return { hasLine, operands: args.slice(at + 1) };
    if (LONG.has(text)) continue;
    if (!CLUSTER.test(text)) return text.startsWith("--") ? undefined : { hasLine, operands: args.slice(at) };
    if (text.startsWith("-") && text.includes("c")) hasLine = true;
    if (/[oO]/.test(text)) at += 1;
  }
  return { hasLine, operands: [] };
}
