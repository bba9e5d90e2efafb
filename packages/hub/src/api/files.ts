// The files of a session's folder: found by name, as git sees them, as they were in a snapshot.
import type { FoundSymbols, GitDiffOptions, GitStatus, SizedFiles, StoredFile } from "@parley/machine";

export interface FileHits {
  /** From the session's folder, with slashes, the best first. */
  readonly files: readonly string[];
  /** All files of the folder were examined. */
  readonly isComplete: boolean;
}

/** Every method rejects with `session_not_found`; those of git with `usage` outside of a repository. */
export interface SessionFiles {
  /** By some letters of their paths, in order; the first ones without a query. Without ignored files. */
  search(sessionId: string, query: string, limit?: number): Promise<FileHits>;
  /** Where names with these letters are defined, found by patterns: a few are missed, a few are wrong. */
  symbols(sessionId: string, query: string, limit?: number): Promise<FoundSymbols>;
  /** All files with their sizes, by path; without ignored files. */
  sizes(sessionId: string, limit?: number): Promise<SizedFiles & { readonly folder: string }>;
  /** Rejects with `snapshot_not_found`. */
  textAt(sessionId: string, snapshot: string, path: string): Promise<StoredFile>;
  gitStatus(sessionId: string): Promise<GitStatus>;
  gitDiff(sessionId: string, options?: GitDiffOptions): Promise<{ readonly diff: string; readonly truncated: boolean }>;
}
