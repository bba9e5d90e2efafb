// Commands that people write as files: `.parley/commands/*.md` in a folder they trust, and in our own folder. A file that is
// broken is a problem that names it, and harms no other.
import { ParleyError } from "@parley/base";
import { hasErrno, inParallel } from "@parley/home";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../text/sentences.ts";
import { builtInCommands } from "./built-in.ts";
import { readCommandFile } from "./command-file.ts";
import type { SlashCommand } from "./command.ts";
import { findCommandFiles, type CommandFile } from "./find-command-files.ts";
import { COMMAND_FILE_BYTES_MAX, COMMAND_PROBLEMS_MAX, COMMAND_READS_AT_ONCE } from "./limits.ts";
import { isCommandName } from "./parse-command.ts";
import { createTemplateCommand } from "./template-command.ts";

export interface UserCommandsOptions {
  /** Absolute. */
  readonly cwd: string;
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** Whether the user trusts the folder: its commands tell the model what to do. */
  readonly isTrusted: boolean;
}

export interface LoadedCommands {
  /** Names are unique: the project's before the user's. None has the name of a built-in one. */
  readonly commands: readonly SlashCommand[];
  /** One for each file that was left out or is odd, and why. */
  readonly problems: readonly ParleyError[];
}

interface CommandFolder {
  readonly path: string;
  /** What a file in it may lead to; undefined: wherever its owner has put it. */
  readonly root: string | undefined;
}

/** Never rejects. */
export async function loadUserCommands(options: UserCommandsOptions): Promise<LoadedCommands> {
  const { cwd, parleyHome, isTrusted } = options;
  const ofProject: CommandFolder = { path: join(cwd, ".parley", "commands"), root: cwd };
  const own: CommandFolder = { path: join(parleyHome, "commands"), root: undefined };
  const loaded = await Promise.all((isTrusted ? [ofProject, own] : [own]).map(loadFolder));
  const byName = new Map<string, SlashCommand>();
  for (const command of loaded.flatMap(({ commands }) => commands)) {
    if (!byName.has(command.name)) byName.set(command.name, command);
  }
  const untrusted = isTrusted ? [] : await findUntrusted(ofProject);
  const problems = [...loaded.flatMap((folder) => folder.problems), ...untrusted];
  return { commands: [...byName.values()], problems: summarize(problems) };
}

/** A person wonders why their commands are not there. */
async function findUntrusted({ path }: CommandFolder): Promise<readonly ParleyError[]> {
  const { files } = await findCommandFiles(path);
  if (files.length === 0) return [];
  const message = `The commands in ${path} are not used, because the folder is not trusted`;
  const remedy = { label: "Trust it, if you know who wrote them", command: "parley trust add" };
  return [new ParleyError({ code: "bad_config", message, remedy })];
}

async function loadFolder(folder: CommandFolder): Promise<LoadedCommands> {
  const found = await findCommandFiles(folder.path);
  const loaded = await inParallel(found.files, COMMAND_READS_AT_ONCE, (file) => loadFile(folder, file));
  return {
    commands: loaded.flatMap(({ commands }) => commands),
    problems: [...found.problems, ...loaded.flatMap(({ problems }) => problems)],
  };
}

async function loadFile(folder: CommandFolder, { path, name }: CommandFile): Promise<LoadedCommands> {
  try {
    if (!isCommandName(name)) {
      return broken(path, `has a name that cannot be typed: /${name}`, "Use letters, digits, -, _ and . in it");
    }
    if (builtInCommands.some((command) => command.name === name.toLowerCase())) {
      return broken(path, `has the name of a command that is there already: /${name}`, "Give it another name");
    }
    const text = await readText(folder, path);
    if (text === undefined) return broken(path, "is not UTF-8", "Save it as UTF-8");
    const file = await readCommandFile(text);
    if ("wrong" in file) return broken(path, `cannot be used: ${file.wrong}`, file.remedy);
    const oddities = file.unknownFields.map((field) =>
      problem(path, `has a field ${field} that means nothing here`, "Remove it, or correct its name"),
    );
    return { commands: [createTemplateCommand(name, file)], problems: oddities };
  } catch (error) {
    const why = hasErrno(error, "ENOENT") ? "it leads nowhere" : messageOf(error);
    return broken(path, `could not be read: ${why}`, "Mend the file, or remove it", error);
  }
}

/** Undefined if it is no text. */
async function readText({ root }: CommandFolder, path: string): Promise<string | undefined> {
  // Loaded only where there is a file to read.
  const { createFiles } = await import("@parley/machine");
  const limits = { readBytesMax: COMMAND_FILE_BYTES_MAX };
  const files = await createFiles({ roots: [root ?? dirname(await realpath(path))], limits });
  const { content, lossy } = await files.readTextFile({ path });
  return lossy ? undefined : content;
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

function summarize(problems: readonly ParleyError[]): readonly ParleyError[] {
  if (problems.length <= COMMAND_PROBLEMS_MAX) return problems;
  const message = `${problems.length - COMMAND_PROBLEMS_MAX} more problems with commands`;
  const remedy = { label: "Mend the ones that are named first" };
  return [...problems.slice(0, COMMAND_PROBLEMS_MAX), new ParleyError({ code: "bad_config", message, remedy })];
}
