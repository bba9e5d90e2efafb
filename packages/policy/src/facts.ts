// The facts about a request that a decision needs. The caller, which can read the disk, provides them.

export interface Platform {
  readonly style: "posix" | "windows";
  /** Whether `A` and `a` are the same name on the file system of the roots. */
  readonly isCaseInsensitive: boolean;
}

/** The folders that a session may access, each absolute and without links. */
export interface Ground {
  readonly workspace: string;
  /** The one that is the workspace, if the session has one. */
  readonly roots: readonly string[];
  readonly platform: Platform;
}

export type FileKind = "file" | "directory" | "symlink" | "device" | "fifo" | "socket" | "missing";

/** What a user's hook answered about the request before rules were consulted. */
export interface HookAnswer {
  readonly verdict: "allow" | "ask" | "deny";
  readonly name: string;
  readonly reason?: string | undefined;
}

export interface Hooked {
  readonly hook?: HookAnswer | undefined;
}

export interface PathFacts extends Ground, Hooked {
  /** As the agent wrote it. */
  readonly requested: string;
  /**
   * Absolute, without links: the deepest existing ancestor, and the rest. For deleting or moving a link, the path of
   * the link itself.
   */
  readonly real: string;
  /** `symlink` only if the request is about the link itself, or if its target is missing. */
  readonly kind: FileKind;
  readonly isIgnored?: boolean | undefined;
  /** Of a write: the current text, if any, and the new one. */
  readonly change?: TextChange | undefined;
}

export interface TextChange {
  readonly before: string | undefined;
  readonly after: string;
}

export interface MoveFacts extends Hooked {
  readonly from: PathFacts;
  readonly to: PathFacts;
}

/** One word of a command, without quotes and escapes. */
export interface Word {
  readonly text: string;
  /** False if a variable, a substitution or a wildcard changes it at run time. */
  readonly isLiteral: boolean;
  /** The path it names in the command's folder, without links: if that path exists, and always for a redirect. */
  readonly real?: string | undefined;
  /** True if that is a folder, so that a program may read everything in it. */
  readonly isFolder?: boolean | undefined;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export interface Redirect {
  readonly mode: "read" | "write" | "append";
  /** A file. Descriptors (`2>&1`) and here-documents are not listed. */
  readonly target: Word;
  readonly kind?: FileKind | undefined;
}

/** How a command is nested in its line. */
export type Via =
  | "and"
  | "or"
  | "sequence"
  | "pipe"
  | "background"
  | "group"
  | "subshell"
  | "condition"
  | "loop"
  | "function"
  | "substitution"
  | "process-substitution"
  | "shell"
  | "eval"
  | "wrapper"
  | "xargs"
  | "find";

/** The repository that git would use in a folder. */
export interface RepositoryFacts {
  /** It is at a root of the session or above it, so an agent cannot have put it into the workspace. */
  readonly isOwn: boolean;
  /** What makes git run a program of the repository's choosing: the name of a setting, or a hook. */
  readonly runs?: string | undefined;
}

/**
 * One program with its words. A command inside another (`env X`, `sudo X`, `bash -c X`, `$(X)`) is listed separately
 * after it.
 */
export interface SimpleCommand {
  /** Undefined if the command consists only of assignments or redirects. */
  readonly program: Word | undefined;
  readonly args: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  /** Outermost first. Inside `xargs` and `find`, more words follow at run time. */
  readonly via: readonly Via[];
  /** The folder it runs in, without links. Needed after a `cd` or a `source`; undefined in case of doubt. */
  readonly cwd?: string | undefined;
  /** True if it runs another command that is completely in the list as well. */
  readonly isWrapper?: boolean | undefined;
  /** True if PATH resolves a bare name to a file in the session's folders. */
  readonly isPlanted?: boolean | undefined;
  /** Only for git. */
  readonly repository?: RepositoryFacts | undefined;
}

export interface CommandFacts extends Ground, Hooked {
  /** The folder in which the line starts, without links. */
  readonly cwd: string;
  /** The home folder, for `~` and a bare `cd`. */
  readonly home?: string | undefined;
  /** In the order of the line. */
  readonly commands: readonly SimpleCommand[];
  /** True if any part of the line was not understood. */
  readonly hasUnparsed: boolean;
  /** Names that the line defines as functions. */
  readonly functions?: readonly string[] | undefined;
  /** Variables set for the whole line from outside. */
  readonly environment?: readonly Assignment[] | undefined;
  /** Exported variables that the line sets by other means than an assignment: a loop, `read`. */
  readonly exports?: readonly string[] | undefined;
}

export interface FetchFacts extends Hooked {
  readonly url: string;
}

/** The tool kinds of ACP. */
export const TOOL_KINDS = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
  "other",
] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** A string in the input of a tool that might be a path. */
export interface MentionFacts extends PathFacts {
  /** Paths are rare in this position, so it counts only if a rule protects that path. */
  readonly isWeak: boolean;
  /** A wildcard stands for everything below it. */
  readonly isTree?: boolean | undefined;
}

/** A tool call, and what is known about everything it names. */
export interface ToolFacts extends Hooked {
  readonly name: string;
  readonly kind: ToolKind;
  readonly server?: string | undefined;
  readonly paths?: readonly PathFacts[] | undefined;
  readonly mentions?: readonly MentionFacts[] | undefined;
  readonly command?: CommandFacts | undefined;
  readonly url?: string | undefined;
}
