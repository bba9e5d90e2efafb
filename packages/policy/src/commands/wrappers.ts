// Programs that run another command. If the inner command was found, it is judged separately; if not, Parley asks.
import type { SimpleCommand } from "../facts.ts";
import { toSystemName } from "../rules/program-name.ts";
import { toCommandName } from "./spelling.ts";

interface Wrapper {
  /** Whether it runs a command with these words. */
  readonly runs: (words: readonly string[]) => boolean;
  /** Whether the inner command runs exactly as it would without the wrapper. */
  readonly isTransparent: (words: readonly string[]) => boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;
const hasOperand = (words: readonly string[]): boolean => words.some((word) => !word.startsWith("-"));
/** `-c`, `-lc`, `-euxc`: shell options that end in c; the next word is the command line. */
const isPlainShell = ([first = "", line]: readonly string[]): boolean =>
  /^-[elux]*c$/.test(first) && line !== undefined;
const isShellLine = (words: readonly string[]): boolean => words.some((word) => /^-[a-zA-Z]*c$/.test(word));

const shell: Wrapper = { runs: isShellLine, isTransparent: isPlainShell };
const plain: Wrapper = { runs: hasOperand, isTransparent: always };
const opaque: Wrapper = { runs: hasOperand, isTransparent: never };

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  ash: shell,
  bash: shell,
  dash: shell,
  fish: shell,
  ksh: shell,
  sh: shell,
  zsh: shell,
  builtin: plain,
  chronic: plain,
  command: { runs: (words) => hasOperand(words) && !/^-\w*[vV]/.test(words[0] ?? ""), isTransparent: always },
  env: {
    runs: (words) => words.some((word) => !/^-|=/.test(word)),
    isTransparent: (words) => !words.some(isEnvOption),
  },
  eval: { runs: always, isTransparent: always },
  exec: plain,
  ionice: plain,
  nice: plain,
  nohup: plain,
  setsid: plain,
  stdbuf: plain,
  time: { runs: hasOperand, isTransparent: ([first = ""]) => !first.startsWith("-") || first === "-p" },
  timeout: plain,
  // xargs may read its words from a file.
  xargs: { runs: always, isTransparent: (words) => !words.some((word) => /^(?:-a|--arg-file)/.test(word)) },
  busybox: opaque,
  chroot: opaque,
  cmd: opaque,
  doas: opaque,
  flock: opaque,
  nsenter: opaque,
  parallel: { runs: always, isTransparent: never },
  pkexec: opaque,
  powershell: opaque,
  pwsh: opaque,
  runuser: opaque,
  script: opaque,
  ssh: { runs: (words) => words.filter((word) => !word.startsWith("-")).length > 1, isTransparent: never },
  strace: opaque,
  su: opaque,
  sudo: opaque,
  toybox: opaque,
  unshare: opaque,
  watch: opaque,
};

/** `env -C`, `-S` and unknown options change more than variables. */
function isEnvOption(word: string): boolean {
  return word.startsWith("-") && word !== "-" && word !== "-i" && word !== "--ignore-environment";
}

export function isWrapperName(name: string): boolean {
  return Object.hasOwn(WRAPPERS, name);
}

export type Wrapping = "transparent" | "opaque" | "unseen" | undefined;

/** Undefined if it runs no other command. A program that is not the system's may do anything. */
export function findWrapping(command: SimpleCommand): Wrapping {
  const { program, args, isWrapper } = command;
  const name = toCommandName(command);
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (wrapper === undefined || program === undefined) return undefined;
  const words = args.map(({ text }) => text);
  if (isWrapper !== true) return wrapper.runs(words) ? "unseen" : undefined;
  const isPlain = program.isLiteral && toSystemName(program.text) !== undefined;
  return isPlain && wrapper.isTransparent(words) ? "transparent" : "opaque";
}
