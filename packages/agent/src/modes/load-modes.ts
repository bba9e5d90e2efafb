// Loads all modes: built-in, the user's, and those of the project if its folder is trusted. A broken
// file is reported by name and does not affect the others.
import { ParleyError } from "@parley/base";
import { namesIn } from "@parley/home";
import { basename, extname, join } from "node:path";
import {
  describeReadFailure,
  findUserFolders,
  firstProblems,
  readUserFile,
  untrustedProblem,
  type UserFolder,
} from "../config/user-files.ts";
import { BUILT_IN_MODES } from "./built-in.ts";
import { MODE_FILE_BYTES_MAX, MODE_FILES_MAX, MODE_PROBLEMS_MAX } from "../limits.ts";
import { readMode } from "./mode-fields.ts";
import { MODE_EXTENSIONS, parseModeFile } from "./mode-file.ts";
import type { AgentMode } from "./mode.ts";

export interface LoadModesOptions {
  /** Absolute. */
  readonly cwd: string;
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** Whether the user trusts the folder, because its modes instruct the model. */
  readonly isTrusted: boolean;
}

export interface LoadedModes {
  /** Of every slot. Ids are unique: the project overrides the user, the user overrides ours. */
  readonly modes: readonly AgentMode[];
  /** One for each skipped file, with the reason. */
  readonly problems: readonly ParleyError[];
}

/** Never rejects. */
export async function loadModes({ cwd, parleyHome, isTrusted }: LoadModesOptions): Promise<LoadedModes> {
  const { own, ofProject } = findUserFolders("modes", { cwd, parleyHome });
  const modes = new Map(BUILT_IN_MODES.map((mode) => [mode.id, mode]));
  const problems: ParleyError[] = [];
  for (const folder of isTrusted && ofProject !== undefined ? [own, ofProject] : [own]) {
    const loaded = await loadFolder(folder, modes);
    problems.push(...loaded.problems);
    // A mode that replaces another has its position in the list.
    for (const mode of loaded.modes) modes.set(mode.id, mode);
  }
  if (!isTrusted && ofProject !== undefined && (await listFiles(ofProject, [])).length > 0) {
    problems.push(untrustedProblem("modes", ofProject));
  }
  return { modes: [...modes.values()], problems: firstProblems(problems, MODE_PROBLEMS_MAX, "modes") };
}

async function loadFolder(folder: UserFolder, earlier: ReadonlyMap<string, AgentMode>): Promise<LoadedModes> {
  const problems: ParleyError[] = [];
  const pathById = new Map<string, string>();
  const modes: AgentMode[] = [];
  for (const path of await listFiles(folder, problems)) {
    const mode = await loadFile(folder, path, earlier).catch(toProblem(path));
    const twin = mode instanceof ParleyError ? undefined : pathById.get(mode.id);
    if (mode instanceof ParleyError) problems.push(mode);
    else if (twin === undefined) {
      pathById.set(mode.id, path);
      modes.push(mode);
    } else
      problems.push(broken(path, `has the same id ${mode.id} as ${basename(twin)}`, "Give one of them another id"));
  }
  return { modes, problems };
}

async function listFiles({ path }: UserFolder, problems: ParleyError[]): Promise<readonly string[]> {
  try {
    const names = (await namesIn(path)).filter((name) => MODE_EXTENSIONS.includes(extname(name).toLowerCase()));
    const shown = names.filter((name) => !name.startsWith(".")).toSorted();
    if (shown.length > MODE_FILES_MAX) {
      const why = `has ${shown.length} modes; only the first ${MODE_FILES_MAX} were read`;
      problems.push(broken(path, why, "Remove unused ones"));
    }
    return shown.slice(0, MODE_FILES_MAX).map((name) => join(path, name));
  } catch (error) {
    problems.push(toProblem(path)(error));
    return [];
  }
}

async function loadFile(
  folder: UserFolder,
  path: string,
  earlier: ReadonlyMap<string, AgentMode>,
): Promise<AgentMode | ParleyError> {
  const text = await readUserFile(folder, path, MODE_FILE_BYTES_MAX);
  if (text === undefined) return broken(path, "is not UTF-8", "Save it as UTF-8");
  const parsed = await parseModeFile(path, text);
  if ("wrong" in parsed) return broken(path, `cannot be used: ${parsed.wrong}`, parsed.remedy);
  const fileId = basename(path, extname(path)).toLowerCase();
  const mode = readMode(parsed.fields, fileId, (id) => earlier.get(id)?.slot);
  if (!("expected" in mode)) return mode;
  return broken(path, `cannot be used: ${mode.field} is invalid`, `For ${mode.field}, expected ${mode.expected}`);
}

function broken(path: string, why: string, remedy: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_config", message: `The mode ${path} ${why}`, remedy: { label: remedy }, cause });
}

function toProblem(path: string): (error: unknown) => ParleyError {
  return (error) => broken(path, describeReadFailure(error), "Fix or remove the file", error);
}
