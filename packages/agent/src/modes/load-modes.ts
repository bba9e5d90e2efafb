// The modes that there are: ours, then those of the user, then those of the project if its folder is trusted. A file that is
// broken is a problem that names it, and harms no other.
import { ParleyError } from "@parley/base";
import { hasErrno, namesIn } from "@parley/home";
import { realpath } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { messageOf } from "../text/sentences.ts";
import { BUILT_IN_MODES } from "./built-in.ts";
import { MODE_FILE_BYTES_MAX, MODE_FILES_MAX, MODE_PROBLEMS_MAX } from "./limits.ts";
import { readMode } from "./mode-fields.ts";
import { MODE_EXTENSIONS, parseModeFile } from "./mode-file.ts";
import type { AgentMode } from "./mode.ts";

export interface LoadModesOptions {
  /** Absolute. */
  readonly cwd: string;
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** Whether the user trusts the folder: its modes tell the model what to do. */
  readonly isTrusted: boolean;
}

export interface LoadedModes {
  /** Of every slot. Ids are unique: the project's before the user's before ours. */
  readonly modes: readonly AgentMode[];
  /** One for each file that was left out, and why. */
  readonly problems: readonly ParleyError[];
}

interface ModeFolder {
  readonly path: string;
  /** What a file in it may lead to; undefined: wherever its owner has put it. */
  readonly root: string | undefined;
}

/** Never rejects. */
export async function loadModes({ cwd, parleyHome, isTrusted }: LoadModesOptions): Promise<LoadedModes> {
  const own: ModeFolder = { path: join(parleyHome, "modes"), root: undefined };
  const ofProject: ModeFolder = { path: join(cwd, ".parley", "modes"), root: cwd };
  const modes = new Map(BUILT_IN_MODES.map((mode) => [mode.id, mode]));
  const problems: ParleyError[] = [];
  // In the user's own home the two are one.
  const isOne = ofProject.path === own.path;
  for (const folder of isTrusted && !isOne ? [own, ofProject] : [own]) {
    const loaded = await loadFolder(folder, modes);
    problems.push(...loaded.problems);
    // A mode that replaces another takes its place in the list.
    for (const mode of loaded.modes) modes.set(mode.id, mode);
  }
  if (!isTrusted && !isOne) problems.push(...(await findUntrusted(ofProject)));
  return { modes: [...modes.values()], problems: summarize(problems) };
}

/** A person wonders why their modes are not there. */
async function findUntrusted(folder: ModeFolder): Promise<ParleyError[]> {
  const { length } = await listFiles(folder, []);
  if (length === 0) return [];
  const message = `The modes in ${folder.path} are not used, because the folder is not trusted`;
  const remedy = { label: "Trust it, if you know who wrote them", command: "parley trust add" };
  return [new ParleyError({ code: "bad_config", message, remedy })];
}

async function loadFolder(folder: ModeFolder, earlier: ReadonlyMap<string, AgentMode>): Promise<LoadedModes> {
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
      problems.push(broken(path, `has the id ${mode.id}, as ${basename(twin)} does`, "Give one of them another id"));
  }
  return { modes, problems };
}

async function listFiles({ path }: ModeFolder, problems: ParleyError[]): Promise<readonly string[]> {
  try {
    const names = (await namesIn(path)).filter((name) => MODE_EXTENSIONS.includes(extname(name).toLowerCase()));
    const shown = names.filter((name) => !name.startsWith(".")).toSorted();
    if (shown.length > MODE_FILES_MAX) {
      const why = `has ${shown.length} modes; only the first ${MODE_FILES_MAX} were read`;
      problems.push(broken(path, why, "Remove those that nobody uses"));
    }
    return shown.slice(0, MODE_FILES_MAX).map((name) => join(path, name));
  } catch (error) {
    problems.push(toProblem(path)(error));
    return [];
  }
}

async function loadFile(
  { root }: ModeFolder,
  path: string,
  earlier: ReadonlyMap<string, AgentMode>,
): Promise<AgentMode | ParleyError> {
  // Loaded only where there is a file to read: a session begins before that.
  const { createFiles } = await import("@parley/machine");
  const limits = { readBytesMax: MODE_FILE_BYTES_MAX };
  const files = await createFiles({ roots: [root ?? dirname(await realpath(path))], limits });
  const { content, lossy } = await files.readTextFile({ path });
  if (lossy) return broken(path, "is not UTF-8", "Save it as UTF-8");
  const parsed = await parseModeFile(path, content);
  if ("wrong" in parsed) return broken(path, `cannot be used: ${parsed.wrong}`, parsed.remedy);
  const fileId = basename(path, extname(path)).toLowerCase();
  const mode = readMode(parsed.fields, fileId, (id) => earlier.get(id)?.slot);
  if (!("expected" in mode)) return mode;
  return broken(path, `cannot be used: ${mode.field} does not fit`, `For ${mode.field}, expected ${mode.expected}`);
}

function broken(path: string, why: string, remedy: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_config", message: `The mode ${path} ${why}`, remedy: { label: remedy }, cause });
}

function toProblem(path: string): (error: unknown) => ParleyError {
  return (error) => {
    const isMissing = hasErrno(error, "ENOENT");
    const why = isMissing ? "it leads nowhere" : messageOf(error);
    return broken(path, `could not be read: ${why}`, "Mend the file, or remove it", error);
  };
}

function summarize(problems: readonly ParleyError[]): readonly ParleyError[] {
  if (problems.length <= MODE_PROBLEMS_MAX) return problems;
  const left = problems.length - MODE_PROBLEMS_MAX;
  const more = new ParleyError({
    code: "bad_config",
    message: `${left} more modes could not be used`,
    remedy: { label: "Mend the ones that are named first" },
  });
  return [...problems.slice(0, MODE_PROBLEMS_MAX), more];
}
