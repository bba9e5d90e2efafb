// Programs that run another command: each row says where among their arguments that command begins.
import type { FoundWord } from "../line/found.ts";
import { findFindCommands } from "./find.ts";
import { runs, UNSEEN, type Inner } from "./inner.ts";
import { skipOptions, type Options } from "./options.ts";
import { findShellLine } from "./shells.ts";
import { toSystemName } from "./system-name.ts";
import { findXargsCommand } from "./xargs.ts";

export type { Inner } from "./inner.ts";

/** Undefined if it runs nothing with these arguments. */
type FindInner = (args: readonly FoundWord[]) => Inner | undefined;

const shell =
  (program: string): FindInner =>
  (args) =>
    findShellLine(program, args);

interface Rest {
  /** Arguments after the options that still belong to the wrapper. */
  readonly ownWords?: number;
  readonly hasAssignments?: boolean;
  readonly isShell?: boolean;
}

const SETS: Rest = { hasAssignments: true };

const WRAPPERS: Readonly<Record<string, FindInner>> = {
  ash: shell("ash"),
  bash: shell("bash"),
  dash: shell("dash"),
  ksh: shell("ksh"),
  sh: shell("sh"),
  zsh: shell("zsh"),
  builtin: behind({}, { isShell: true }),
  busybox: behind({}),
  chronic: behind({ flags: "ev" }),
  command: (args) => (/^-\w*[vV]/.test(args[0]?.text ?? "") ? undefined : inShell(args)),
  doas: behind({ flags: "Lns", valued: "aCu" }, SETS),
  env: behind({ flags: "i0v", valued: "u", longFlags: ["ignore-environment"], longValued: ["unset"] }, SETS),
  eval: findEval,
  exec: behind({ flags: "cl", valued: "a" }),
  find: findFindCommands,
  ionice: behind({ flags: "t", valued: "cn", longValued: ["class", "classdata"] }),
  nice: behind({ valued: "n", flags: "0123456789", longValued: ["adjustment"] }),
  nohup: behind({}),
  setsid: behind({ flags: "cfw", longFlags: ["ctty", "fork", "wait"] }),
  stdbuf: behind({ valued: "ioe", longValued: ["input", "output", "error"] }),
  sudo: behind({ flags: "AbEHKknPS", valued: "CghprTtu", longFlags: ["preserve-env"], longValued: ["user"] }, SETS),
  time: behind({ flags: "pv", longFlags: ["portability", "verbose"] }, { isShell: true }),
  timeout: behind(
    { flags: "v", valued: "ks", longFlags: ["foreground", "preserve-status"], longValued: ["kill-after", "signal"] },
    { ownWords: 1 },
  ),
  toybox: behind({}),
  trap: findTrap,
  xargs: findXargsCommand,
};

export function findInner(program: string, args: readonly FoundWord[]): Inner | undefined {
  const name = toSystemName(program);
  return Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name]?.(args) : undefined;
}

function behind(options: Options, { ownWords = 0, hasAssignments = false, isShell = false }: Rest = {}): FindInner {
  return (args) => {
    const start = skipOptions(args, options);
    if (start === undefined) return { ...UNSEEN, isShell };
    const own = args.slice(start, start + ownWords);
    if (!own.every(({ isLiteral }) => isLiteral)) return { ...UNSEEN, isShell };
    const rest = args.slice(start + ownWords);
    if (!hasAssignments) return rest.length === 0 ? undefined : runs(rest, "wrapper", isShell);
    return withAssignments(rest);
  };
}

/** `env A=1 B=2 program`: variables for the inner command. Unusual names can define functions. */
function withAssignments(args: readonly FoundWord[]): Inner | undefined {
  const count = args.findIndex(({ text }) => !text.includes("="));
  if (args.slice(0, Math.max(count, 0)).some(({ text }) => !/^\w+=/.test(text))) return UNSEEN;
  const words = count < 0 ? [] : args.slice(count);
  if (words.length === 0) return undefined;
  const assignments = args.slice(0, count).map((word) => {
    const [name = ""] = word.text.split("=", 1);
    return { name, value: { ...word, text: word.text.slice(name.length + 1), isTilde: false }, isArray: false };
  });
  return { kind: "commands", commands: [{ words, assignments }], via: "wrapper", isShell: false };
}

function inShell(args: readonly FoundWord[]): Inner | undefined {
  return behind({ flags: "p" }, { isShell: true })(args);
}

function findEval(args: readonly FoundWord[]): Inner | undefined {
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  if (words.length === 0) return undefined;
  if (!words.every(({ isLiteral }) => isLiteral)) return { kind: "unseen", isShell: true };
  const text = words.map((word) => word.text).join(" ");
  return { kind: "line", text, via: "eval", dialect: "bash", isShell: true, isLater: false };
}

/** `trap LINE SIGNALS`, `trap - SIGNALS`. */
function findTrap(args: readonly FoundWord[]): Inner | undefined {
  const [line, signal] = args[0]?.text === "--" ? args.slice(1) : args;
  if (line === undefined || signal === undefined || line.text === "-" || line.text === "") return undefined;
  if (!line.isLiteral) return { kind: "unseen", isShell: true };
  return { kind: "line", text: line.text, via: "eval", dialect: "bash", isShell: true, isLater: true };
}
