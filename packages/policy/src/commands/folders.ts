// The folder that each command of a line runs in: where the line starts, until there is a `cd`; then only who parsed it can tell.
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { toCommandName } from "./spelling.ts";

const CHANGES_FOLDER: ReadonlySet<string> = new Set(["cd", "pushd", "popd", "chdir", "set-location"]);
/** What comes later in the line may have run before. */
const COMES_AGAIN = ["loop", "function"] as const;

/** Undefined where it is not known, in the order of the commands. */
export function findFolders({ commands, cwd }: CommandFacts): (string | undefined)[] {
  const first = commands.findIndex(changesFolder);
  if (first < 0) return commands.map((command) => command.cwd ?? cwd);
  return commands.map((command, index) => {
    const isBefore = index <= first && !COMES_AGAIN.some((way) => command.via.includes(way));
    return command.cwd ?? (isBefore ? cwd : undefined);
  });
}

export function changesFolder(command: SimpleCommand): boolean {
  return CHANGES_FOLDER.has(toCommandName(command));
}
