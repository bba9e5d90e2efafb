// Dangers that only the whole line shows: code that is downloaded and then run, and fork bombs.
import type { DangerClass } from "../decision.ts";
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { toCommandName } from "./spelling.ts";

const FETCHES = new Set(
  "curl wget fetch aria2c http https iwr irm invoke-webrequest invoke-restmethod nc ncat scp ftp".split(" "),
);
const RUNS = new Set(
  "sh bash zsh dash ash ksh fish csh node python python2 python3 perl ruby php lua deno bun eval source . iex powershell pwsh".split(
    " ",
  ),
);
/** The code is in the arguments, so stdin is only data. */
const HAS_OWN_CODE = /^(?:-\w*[cem]|--eval|--print|-p)$/;

export function findLineDanger({ commands, functions }: CommandFacts): DangerClass | undefined {
  const defined = new Set(functions);
  if (defined.size > 0 && commands.some((command) => breeds(command, defined))) return "exhausts-machine";
  if (!commands.some((command) => FETCHES.has(toCommandName(command)))) return undefined;
  return commands.some(runsWhatComes) ? "runs-downloaded-code" : undefined;
}

/** A function that starts itself in the background. */
function breeds({ program, via }: SimpleCommand, defined: ReadonlySet<string>): boolean {
  if (program === undefined || !defined.has(program.text) || !via.includes("function")) return false;
  return via.includes("pipe") || via.includes("background");
}

function runsWhatComes(command: SimpleCommand): boolean {
  const name = toCommandName(command);
  if (!RUNS.has(name)) {
    // `curl -o x … && ./x`, `chmod +x x`: a program that is named by its path.
    const text = command.program?.text ?? "";
    return text.startsWith("./") || text.startsWith("/tmp/");
  }
  const isSeen = command.args.every(({ isLiteral }) => isLiteral);
  return !isSeen || (command.isWrapper !== true && !command.args.some(({ text }) => HAS_OWN_CODE.test(text)));
}
