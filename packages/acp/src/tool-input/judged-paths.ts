// The paths of a tool call for policy, by what its kind does to them.
import type { Mention, ToolCallReading } from "./reading.ts";
import type { ToolKind } from "./tool-names.ts";

export interface JudgedPaths {
  /** The paths to which the tool's kind applies. */
  readonly paths: readonly string[];
  /** Further paths that it changes or deletes. */
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
  readonly mentions: readonly Mention[];
}

/** Kinds that work on files, so that their paths are paths on this machine. */
const IS_ABOUT_FILES: ReadonlySet<ToolKind> = new Set(["read", "search", "edit", "delete", "move"]);
/** Kinds that may change the files they name. */
const CHANGES: ReadonlySet<ToolKind> = new Set(["edit", "delete", "move", "other"]);

export function toJudgedPaths(reading: ToolCallReading): JudgedPaths {
  const { kind, deletes } = reading;
  const written = unique(reading.writes, reading.moves);
  return {
    ...sortPaths(reading, written),
    writes: CHANGES.has(kind) ? [] : written,
    deletes: kind === "delete" ? [] : deletes,
  };
}

/** For kinds other than file tools, the locations that the agent states count only as possible paths. */
function sortPaths(reading: ToolCallReading, written: readonly string[]): Pick<JudgedPaths, "paths" | "mentions"> {
  const { kind, commands, locations, mentions, mcp } = reading;
  const places = locations.map(({ path }) => path);
  const changed = [...written, ...reading.deletes];
  if (IS_ABOUT_FILES.has(kind)) return { paths: unique(places, changed, reading.paths), mentions };
  const isRun = kind === "execute";
  const isOpen = kind === "other" || (isRun && commands.length === 0);
  const loose = isOpen ? reading.paths : [...places, ...reading.paths];
  const isWeak = isRun || mcp !== undefined;
  return {
    paths: isOpen ? unique(places, changed) : [],
    mentions: [...mentions, ...loose.map((text) => ({ text, isWeak }))],
  };
}

function unique(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
