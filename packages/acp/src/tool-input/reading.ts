// The result of reading a tool call: everything it names, in one form for policy, display and observation.
import type { McpTool, ToolKind } from "./tool-names.ts";

/** A command line, or a program with its arguments. */
export type CommandReading = string | { readonly command: string; readonly args: readonly string[] };

/** A change to a file's text. */
export interface TextEdit {
  /** Undefined if the file is unknown. */
  readonly path: string | undefined;
  /** The text that is replaced; undefined for a new or inserted text. */
  readonly old: string | undefined;
  readonly new: string;
  /** Whether every occurrence of the old text is replaced. */
  readonly isAll: boolean;
  readonly from: "diff" | "input" | "patch";
}

/** A string that might be a path. */
export interface Mention {
  readonly text: string;
  /** Paths are rare in this position, so it counts as one only where a rule protects that path. */
  readonly isWeak: boolean;
  /** The folder at the start of a pattern, which covers everything below it. */
  readonly isTree?: boolean;
}

export interface ToolCallReading {
  /** The programmatic name, or a title that looks like one. */
  readonly name: string | undefined;
  /** The name that an adapter keeps in `_meta`. */
  readonly metaName: string | undefined;
  readonly mcp: McpTool | undefined;
  /** The most dangerous kind that the stated kind, the names and the content suggest. */
  readonly kind: ToolKind;
  /** The kind that an editor's first argument implies. */
  readonly verb: ToolKind | undefined;
  /** The paths it names, without those that only appear in changes. */
  readonly paths: readonly string[];
  readonly locations: readonly { readonly path: string; readonly line: number | undefined }[];
  /** Files that its diffs, patches and edits change, delete or move. */
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly moves: readonly string[];
  readonly edits: readonly TextEdit[];
  readonly commands: readonly CommandReading[];
  /** Commands of an MCP tool, which need not run on this machine. */
  readonly remoteCommands: readonly CommandReading[];
  /** A title that may be the command, or a description of it, or its beginning. */
  readonly guess: string | undefined;
  readonly urls: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly mentions: readonly Mention[];
  /** Descriptions of what could not be read, for display. */
  readonly doubts: readonly string[];
  /** Names of unrecognized texts, in a tool whose input has to be understood. */
  readonly leftovers: readonly string[];
}
