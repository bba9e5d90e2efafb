// What is read out of a tool call: everything that it names, in one form for policy, display and observation.
import type { McpTool, ToolKind } from "./tool-names.ts";

/** A line, or a program with its words. */
export type CommandReading = string | { readonly command: string; readonly args: readonly string[] };

/** A change of a file's text. */
export interface TextEdit {
  /** Undefined if nothing says which file it is for. */
  readonly path: string | undefined;
  /** What is replaced; undefined if nothing is said of that: a new text, or one that is put in somewhere. */
  readonly old: string | undefined;
  readonly new: string;
  /** Every place where the old text stands. */
  readonly isAll: boolean;
  readonly from: "diff" | "input" | "patch";
}

/** A string that might be a path. */
export interface Mention {
  readonly text: string;
  /** Paths are rare in this position, so it counts as one only where a rule protects that path. */
  readonly isWeak: boolean;
  /** The folder that a pattern begins with: everything below it is meant. */
  readonly isTree?: boolean;
}

export interface ToolCallReading {
  /** The programmatic name, or a title that looks like one. */
  readonly name: string | undefined;
  /** The name that an adapter keeps in `_meta`. */
  readonly metaName: string | undefined;
  readonly mcp: McpTool | undefined;
  /** The most that the kind, the names and the content say. */
  readonly kind: ToolKind;
  /** What the first argument of an editor makes of the call. */
  readonly verb: ToolKind | undefined;
  /** What it calls a path, without those that only a change names. */
  readonly paths: readonly string[];
  readonly locations: readonly { readonly path: string; readonly line: number | undefined }[];
  /** Files that it changes, deletes or moves, by its diffs, patches and edits. */
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly moves: readonly string[];
  readonly edits: readonly TextEdit[];
  readonly commands: readonly CommandReading[];
  /** Of an MCP tool, whose words need not be a command here. */
  readonly remoteCommands: readonly CommandReading[];
  /** A title that may be the command, or a description of it, or its beginning. */
  readonly guess: string | undefined;
  readonly urls: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly mentions: readonly Mention[];
  /** What could not be read, each in a few words for a person. */
  readonly doubts: readonly string[];
  /** Names of unrecognized texts, in a tool whose input has to be understood. */
  readonly leftovers: readonly string[];
}
