// The folder that each command of a line runs in: where the line starts, until something may change it, as `cd` does; then
// only who parsed the line can tell.
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { toCommandName } from "./spelling.ts";

const CHANGES_FOLDER: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "chdir", "set-location"]);
/** They run a file in the shell itself, and what is in it may be a `cd`. */
const RUNS_FILE: ReadonlySet<string> = new Set([".", "source"]);
/** What comes later in the line may have run before. */
const COMES_AGAIN = ["loop", "function"] as const;

/** Undefined where it is not known, in the order of the commands. */
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

/** Changing it is all it does. */
export function changesFolder(command: SimpleCommand): boolean {
  return CHANGES_FOLDER.has(toCommandName(command));
}
