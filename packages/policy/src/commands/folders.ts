// Finds the folder in which each command of a line runs: the starting folder until something like `cd` may change it, and
// after that only what the parser knows.
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { toCommandName } from "./spelling.ts";

const CHANGES_FOLDER: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "chdir", "set-location"]);
/** These run a file in the shell itself, and the file may contain a `cd`. */
const RUNS_FILE: ReadonlySet<string> = new Set([".", "source"]);
/** In a loop or function, later commands may run before earlier ones. */
const COMES_AGAIN = ["loop", "function"] as const;

/** The folders in the order of the commands; undefined where unknown. */
export function findFolders({ commands, cwd }: CommandFacts): (string | undefined)[] {
  const first = commands.findIndex(mayChangeFolder);
  if (first < 0) return commands.map((command) => command.cwd ?? cwd);
  return commands.map((command, index) => {
    const isBefore = index <= first && !COMES_AGAIN.some((way) => command.via.includes(way));
    return command.cwd ?? (isBefore ? cwd : undefined);
  });
}

function mayChangeFolder(command: SimpleCommand): boolean {
  return changesFolder(command) || RUNS_FILE.has(toCommandName(command));
}

/** Whether the command does nothing but change the folder. */
export function changesFolder(command: SimpleCommand): boolean {
  return CHANGES_FOLDER.has(toCommandName(command));
}
