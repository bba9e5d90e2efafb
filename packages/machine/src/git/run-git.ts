// Runs git for Parley itself: without hooks, monitors, pagers and prompts, with limits on time and output.
import { ParleyError, within } from "@parley/base";
import { toLookingEnvironment } from "../facts/looking-environment.ts";
import { findRepository, type Repository } from "../facts/repository/find-repository.ts";
import { spawnProcess } from "../processes/spawn-process.ts";
import { checkOwnFolder } from "./own-folder.ts";
import { SAFE_SETTINGS, withoutOwnPrograms, type GitSetting } from "./own-programs.ts";
import { GIT_MS, GIT_OUTPUT_BYTES_MAX } from "../limits.ts";

export interface GitOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The output is truncated. */
  readonly truncated: boolean;
  readonly stderr: string;
}

/** If a git hook or alias started us, it may have set them for another repository. */
const INHERITED = Object.fromEntries(
  ["GIT_DIR", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"].map((name) => [
    name,
    undefined,
  ]),
);

/** Commands that neither read nor write files of the working tree, so they run no filter. */
const WITHOUT_FILES = new Set(["rev-parse", "rev-list", "branch", "config"]);

/** Rejects with `usage` outside of a repository, `process_not_found` without git, `request_timeout` if it takes too long. */
export async function runGit(folder: string, args: readonly string[]): Promise<GitOutput> {
  const found = findRepository(folder);
  if (found === undefined) throw notInGit(folder);
  if (found !== "broken" && found.top === found.gitDir) throw withoutFiles(folder);
  const top = found === "broken" ? folder : found.top;
  const own = WITHOUT_FILES.has(args[0] ?? "") ? [] : await readOverrides(folder, found);
  const settings = toLookingEnvironment([top], process.env, [...SAFE_SETTINGS, ...own]);
  // Without it, the repository's settings could name any folder as its working tree.
  const env = { ...settings, ...INHERITED, LC_ALL: "C", GIT_EDITOR: "true", GIT_WORK_TREE: top };
  await using git = await spawnProcess({ command: "git", args, cwd: folder, env });
  git.stdin.end();
  const chunks: Buffer[] = [];
  let [bytes, truncated] = [0, false];
  git.stdout.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, GIT_OUTPUT_BYTES_MAX - bytes);
    truncated ||= part.length < chunk.length;
    bytes += part.length;
    chunks.push(part);
  });
  const read = new Promise((resolve) => git.stdout.once("close", resolve));
  const status = await within(Promise.all([git.exited, read]), GIT_MS);
  if (status === undefined) {
    const message = `git ${args[0] ?? ""} took longer than ${GIT_MS / 1_000} s and was stopped`;
    throw new ParleyError({ code: "request_timeout", message });
  }
  const stdout = new TextDecoder("utf-8").decode(Buffer.concat(chunks), { stream: truncated });
  return { exitCode: status[0].exitCode, stdout, truncated, stderr: git.stderrKept.text().trim() };
}

async function readOverrides(folder: string, found: Repository | "broken"): Promise<readonly GitSetting[]> {
  const { stdout, truncated } = await runGitOrFail(folder, ["config", "--list", "--show-scope", "-z"]);
  if (truncated) throw new ParleyError({ code: "usage", message: "The settings of this repository are too large" });
  if (found !== "broken") checkOwnFolder(stdout, found);
  return withoutOwnPrograms(stdout);
}

/** Like `runGit`; rejects with `usage` and git's message if it fails. */
export async function runGitOrFail(folder: string, args: readonly string[]): Promise<GitOutput> {
  const output = await runGit(folder, args);
  if (output.exitCode === 0) return output;
  throw gitFailed(args, output);
}

export function gitFailed([command = ""]: readonly string[], { stderr, stdout }: GitOutput): ParleyError {
  const said = (stderr === "" ? stdout : stderr).trim();
  return new ParleyError({ code: "usage", message: `git ${command} failed${said === "" ? "" : `: ${said}`}` });
}

function withoutFiles(folder: string): ParleyError {
  const remedy = { label: "Choose a folder with files of a repository" };
  return new ParleyError({
    code: "usage",
    message: `${folder} is in a git repository without files of its own`,
    remedy,
  });
}

function notInGit(folder: string): ParleyError {
  const remedy = { label: "Choose a folder in a repository, or create one: git init" };
  return new ParleyError({ code: "usage", message: `${folder} is not in a git repository`, remedy });
}
