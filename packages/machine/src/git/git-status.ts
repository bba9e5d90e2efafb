// Git's status of a folder: its branch, the files that differ, and their diff.
import { GIT_FILES_MAX } from "../limits.ts";
import { runGitOrFail } from "./run-git.ts";

export interface GitFile {
  /** From the top of the repository, with slashes. */
  readonly path: string;
  /** Previous path of a renamed file. */
  readonly from?: string | undefined;
  /** As in git's short format: `M`, `A`, `D`, `R`, `U`, `?`, or `.` for none. */
  readonly staged: string;
  readonly unstaged: string;
}

export interface GitStatus {
  readonly top: string;
  /** Undefined if HEAD is detached. */
  readonly branch?: string | undefined;
  /** Undefined before the first commit. */
  readonly head?: string | undefined;
  readonly upstream?: string | undefined;
  readonly ahead?: number | undefined;
  readonly behind?: number | undefined;
  readonly files: readonly GitFile[];
  /** More files exist than are listed. */
  readonly truncated: boolean;
}

/** Git would run itself in each submodule, with that repository's settings. */
export const NO_SUBMODULES = "--ignore-submodules=dirty";

export async function readGitStatus(folder: string): Promise<GitStatus> {
  const { stdout: top } = await runGitOrFail(folder, ["rev-parse", "--show-toplevel"]);
  const args = ["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", NO_SUBMODULES, "--", "."];
  const { stdout, truncated } = await runGitOrFail(folder, args);
  const fields = stdout.split("\0");
  // The truncated part is not a whole field.
  if (truncated) fields.pop();
  const { files, ...about } = parseStatus(fields);
  const kept = files.slice(0, GIT_FILES_MAX);
  return { top: top.replace(/\n$/, ""), ...about, files: kept, truncated: truncated || kept.length < files.length };
}

export interface GitDiffOptions {
  /** Only this path, from the folder. */
  readonly path?: string | undefined;
  /** Staged instead of unstaged changes. */
  readonly isStaged?: boolean | undefined;
}

/** Without untracked files. */
export async function readGitDiff(
  folder: string,
  { path, isStaged = false }: GitDiffOptions = {},
): Promise<{ readonly diff: string; readonly truncated: boolean }> {
  // The repository's own programs for showing files are not run.
  const args = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short"];
  const { stdout, truncated } = await runGitOrFail(folder, [
    ...args,
    NO_SUBMODULES,
    ...(isStaged ? ["--cached"] : []),
    "--",
    path ?? ".",
  ]);
  return { diff: stdout, truncated };
}

type Parsed = Omit<GitStatus, "top" | "truncated" | "files"> & { readonly files: GitFile[] };

/** The fields between the NULs of `git status --porcelain=v2 -z`. */
export function parseStatus(fields: readonly string[]): Parsed {
  const files: GitFile[] = [];
  let about: Omit<Parsed, "files"> = {};
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? "";
    const [kind = "", codes = ".."] = field.split(" ", 2);
    const [staged = ".", unstaged = "."] = codes;
    if (kind === "#") about = { ...about, ...parseHeader(field) };
    else if (kind === "1") files.push({ path: after(field, 8), staged, unstaged });
    else if (kind === "u") files.push({ path: after(field, 10), staged, unstaged });
    else if (kind === "?") files.push({ path: field.slice(2), staged: "?", unstaged: "?" });
    else if (kind === "2") {
      index += 1;
      files.push({ path: after(field, 9), from: fields[index] ?? "", staged, unstaged });
    }
  }
  return { ...about, files };
}

function parseHeader(field: string): Omit<Parsed, "files"> {
  const [, name = "", value = ""] = /^# branch\.(\S+) (.+)$/s.exec(field) ?? [];
  if (name === "head") return value === "(detached)" ? {} : { branch: value };
  if (name === "oid") return value === "(initial)" ? {} : { head: value };
  if (name === "upstream") return { upstream: value };
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? [];
  return name === "ab" && ahead !== undefined ? { ahead: Number(ahead), behind: Number(behind) } : {};
}

/** The path at the end of a field, which may have spaces. */
function after(field: string, words: number): string {
  return field.split(" ").slice(words).join(" ");
}
