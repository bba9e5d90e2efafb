// User commands: `.parley/commands/*.md` in a trusted folder and in `~/.parley`. A broken
// file is reported by name and does not affect the others.
import { ParleyError, inParallel } from "@parley/base";
import {
  describeReadFailure,
  findUserFolders,
  firstProblems,
  readUserFile,
  untrustedProblem,
  type UserFolder,
} from "../config/user-files.ts";
import { builtInCommands } from "./built-in.ts";
import { readCommandFile } from "./command-file.ts";
import type { SlashCommand } from "./command.ts";
import { findCommandFiles, type CommandFile } from "./find-command-files.ts";
import { COMMAND_FILE_BYTES_MAX, COMMAND_PROBLEMS_MAX, FILES_AT_ONCE } from "../limits.ts";
import { isCommandName } from "./parse-command.ts";
import { createTemplateCommand } from "./template-command.ts";

export interface UserCommandsOptions {
  /** Absolute. */
  readonly cwd: string;
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** Whether the user trusts the folder, because its commands instruct the model. */
  readonly isTrusted: boolean;
}

export interface LoadedCommands {
  /** Names are unique: the project overrides the user. Built-in names cannot be used. */
  readonly commands: readonly SlashCommand[];
  /** One for each file that was skipped or has a warning. */
  readonly problems: readonly ParleyError[];
}

/** Never rejects. */
export async function loadUserCommands({ isTrusted, ...places }: UserCommandsOptions): Promise<LoadedCommands> {
  const { own, ofProject } = findUserFolders("commands", places);
  const folders = isTrusted && ofProject !== undefined ? [ofProject, own] : [own];
  const loaded = await Promise.all(folders.map(loadFolder));
  const byName = new Map<string, SlashCommand>();
  for (const command of loaded.flatMap(({ commands }) => commands)) {
    if (!byName.has(command.name)) byName.set(command.name, command);
  }
  const problems = loaded.flatMap((folder) => folder.problems);
  if (!isTrusted && ofProject !== undefined && (await findCommandFiles(ofProject.path)).files.length > 0) {
    problems.push(untrustedProblem("commands", ofProject));
  }
  return { commands: [...byName.values()], problems: firstProblems(problems, COMMAND_PROBLEMS_MAX, "commands") };
}

async function loadFolder(folder: UserFolder): Promise<LoadedCommands> {
  const found = await findCommandFiles(folder.path);
  const loaded = await inParallel(found.files, FILES_AT_ONCE, (file) => loadFile(folder, file));
  return {
    commands: loaded.flatMap(({ commands }) => commands),
    problems: [...found.problems, ...loaded.flatMap(({ problems }) => problems)],
  };
}

async function loadFile(folder: UserFolder, { path, name }: CommandFile): Promise<LoadedCommands> {
  try {
    if (!isCommandName(name)) {
      return broken(path, `has an invalid name: /${name}`, "Use letters, digits, -, _ and . only");
    }
    if (builtInCommands.some((command) => command.name === name.toLowerCase())) {
      return broken(path, `has the name of another command: /${name}`, "Give it another name");
    }
    const text = await readUserFile(folder, path, COMMAND_FILE_BYTES_MAX);
    if (text === undefined) return broken(path, "is not UTF-8", "Save it as UTF-8");
    const file = await readCommandFile(text);
    if ("wrong" in file) return broken(path, `cannot be used: ${file.wrong}`, file.remedy);
    const oddities = file.unknownFields.map((field) =>
      problem(path, `has an unknown field ${field}`, "Remove it or fix its name"),
    );
    return { commands: [createTemplateCommand(name, file)], problems: oddities };
  } catch (error) {
    return broken(path, describeReadFailure(error), "Fix or remove the file", error);
  }
}

function broken(path: string, why: string, remedy: string, cause?: unknown): LoadedCommands {
  return { commands: [], problems: [problem(path, why, remedy, cause)] };
}

function problem(path: string, why: string, remedy: string, cause?: unknown): ParleyError {
  return new ParleyError({
    code: "bad_config",
    message: `The command ${path} ${why}`,
    remedy: { label: remedy },
    cause,
  });
}
