// Finds what a remembered approval of a command line covers: each of its commands, by its first words or by all of them.
import type { Coverage } from "../coverage.ts";
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { changesFolder, findFolders } from "./folders.ts";
import { isHarmlessDevice } from "./named-paths.ts";
import { spell } from "./spelling.ts";
import { findWrapping } from "./wrappers.ts";

/** The number of words, including the name, that determine what a program does. All words count for other programs. */
const WORDS_THAT_COUNT: Readonly<Record<string, number>> = {
  bun: 2,
  cargo: 2,
  docker: 2,
  dotnet: 2,
  eslint: 1,
  git: 2,
  go: 2,
  gradle: 2,
  jest: 1,
  just: 2,
  make: 2,
  mvn: 2,
  npm: 2,
  pnpm: 2,
  prettier: 1,
  pytest: 1,
  tsc: 1,
  uv: 2,
  vitest: 1,
  yarn: 2,
};
/** `npm run test`: the word after `run` counts as well. */
const RUNNERS: ReadonlySet<string> = new Set(["run", "run-script", "exec", "compose"]);

/** `isExact`: the user accepted a danger, so only these exact words are covered. */
export function toCommandCoverages(facts: CommandFacts, isExact: boolean): readonly Coverage[] {
  const folders = findFolders(facts);
  return facts.commands.flatMap((command, index) => toCoverages(command, folders[index], facts, isExact));
}

function toCoverages(
  command: SimpleCommand,
  folder: string | undefined,
  facts: CommandFacts,
  isExact: boolean,
): readonly Coverage[] {
  const files = toFileCoverages(command);
  const { program } = command;
  const isPassing = changesFolder(command) || findWrapping(command) === "transparent";
  if (program === undefined || isPassing) return files;
  const words = spell(program, command, folder, facts).words.strict;
  const count = isExact ? undefined : countWords(words);
  return [{ kind: "command", words: words.slice(0, count), isPrefix: count !== undefined }, ...files];
}

/** Undefined if all words are needed: an unknown program, a missing sub-command, an option in its place. */
function countWords([program = "", second = "-", third = "-"]: readonly string[]): number | undefined {
  const known = Object.hasOwn(WORDS_THAT_COUNT, program) ? WORDS_THAT_COUNT[program] : undefined;
  if (known === undefined || known === 1) return known;
  if (second.startsWith("-")) return undefined;
  if (!RUNNERS.has(second)) return known;
  return third.startsWith("-") ? undefined : known + 1;
}

function toFileCoverages({ redirects }: SimpleCommand): Coverage[] {
  return redirects
    .filter(({ target }) => target.real !== undefined && !isHarmlessDevice(target.text))
    .map(({ mode, target }) => {
      const requests = [mode === "read" ? "read" : "write"] as const;
      return { kind: "path", requests, path: target.real ?? "", isFolder: false };
    });
}
