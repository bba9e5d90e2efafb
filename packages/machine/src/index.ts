// The one place that touches the machine: processes, terminals, files, snapshots, and the facts that policy needs.
export type { CommandInput, CommandOptions } from "./facts/command-facts.ts";
export { createFacts, type Facts, type FactsOptions, type ToolRequest } from "./facts/create-facts.ts";
export { toLookingEnvironment } from "./facts/looking-environment.ts";
export type { Means } from "./facts/places.ts";
export { createFiles, type Files, type FilesOptions } from "./files/create-files.ts";
export { findFolderProblem } from "./files/find-folder-problem.ts";
export { createDraftName, sweepDrafts } from "./files/drafts.ts";
export { defaultFileLimits, type FileLimits } from "./limits.ts";
export type { Target } from "./files/locate.ts";
export type { ReadRequest, ReadText } from "./files/read-text-file.ts";
export type { MoveRequest } from "./files/remove-file.ts";
export type { LineEndings } from "./files/line-endings.ts";
export type { WriteRequest, WrittenText } from "./files/write-text-file.ts";
export {
  endTree,
  exitError,
  findProgram,
  guard,
  isShellLine,
  OutputRing,
  spawnProcess,
  toInvocation,
  type Command,
  type EndOptions,
  type EndReport,
  type ExitStatus,
  type GuardedProcess,
  type Invocation,
  type ProcessTree,
  type Program,
  type Sandbox,
  type SpawnOptions,
} from "./processes.ts";
export { createSnapshots, type SnapshotsOptions } from "./snapshots/create-snapshots.ts";
export type { DiffOptions, SnapshotDiff } from "./snapshots/diff.ts";
export type { FileChange, FileSide } from "./snapshots/file-change.ts";
export { defaultSnapshotLimits, type SnapshotLimits } from "./limits.ts";
export type { StoredFile } from "./snapshots/read-stored.ts";
export type { LineRevision, RevisedLines } from "./snapshots/revise.ts";
export type { LeftAlone, RestoreOptions } from "./snapshots/restore.ts";
export type { Skipped, SkipReason } from "./snapshots/skipped.ts";
export type { Restored, Snapshot, SnapshotInfo, Snapshots } from "./snapshots/snapshots.ts";
export type { TakeOptions } from "./snapshots/take.ts";
export { createTerminal, type TerminalOptions } from "./terminals/create-terminal.ts";
export { keepEnd } from "./terminals/kept-output.ts";
export { PlainText } from "./terminals/plain-text.ts";
export type { PtySize } from "./terminals/source.ts";
export type { Terminal, TerminalOutput } from "./terminals/terminal.ts";
export {
  listWorkspaceFiles,
  measureWorkspaceFiles,
  type ListOptions,
  type SizedFile,
  type SizedFiles,
  type WorkspaceFiles,
} from "./workspace-files/list-workspace-files.ts";
export { findSymbols, type FoundSymbol, type FoundSymbols } from "./workspace-files/find-symbols.ts";
export { findRipgrep, RIPGREP_EXCLUDED, RIPGREP_OPTIONS } from "./workspace-files/ripgrep.ts";
export { readGitDiff, readGitStatus, type GitDiffOptions, type GitFile, type GitStatus } from "./git/git-status.ts";
export {
  addWorktree,
  commitAll,
  mergeWorktree,
  readWorktree,
  removeWorktree,
  type Worktree,
  type WorktreeState,
} from "./git/git-worktrees.ts";
