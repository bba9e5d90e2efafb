// Several tool calls in a few words: "Read a.ts, b.ts and 3 more".
import { plural } from "@parley/base";
import type { ToolCallItem } from "@parley/acp/transcript";
import { toToolTitle } from "./tool-title.ts";

export interface DescribedGroup {
  readonly verb: string;
  readonly codes: readonly string[];
  /** How many files are not named. */
  readonly more: number;
}

const NAMED_MAX = 2;
const COUNTED: Readonly<Record<string, readonly [verb: string, noun: string]>> = {
  read: ["Read", "file"],
  search: ["Searched", "time"],
  fetch: ["Fetched", "page"],
  think: ["Thought", "time"],
};

export function describeGroup(items: readonly ToolCallItem[], cwd: string | undefined): DescribedGroup {
  const kinds = [...new Set(items.map(({ kind }) => kind ?? ""))];
  if (kinds.length === 1 && kinds[0] === "read") {
    const paths = [...new Set(items.map((item) => toToolTitle(item, cwd).code).filter((code) => code !== ""))];
    if (paths.length > 0) {
      return { verb: "Read", codes: paths.slice(0, NAMED_MAX), more: Math.max(0, paths.length - NAMED_MAX) };
    }
  }
  const counts = kinds.map((kind) => {
    const [verb, noun] = COUNTED[kind] ?? ["Used", "tool"];
    const count = items.filter((item) => (item.kind ?? "") === kind).length;
    return count === 1 && noun === "time" ? `${verb} once` : `${verb} ${plural(count, noun)}`;
  });
  return { verb: lowerRest(counts).join(", "), codes: [], more: 0 };
}

function lowerRest(counts: readonly string[]): string[] {
  return counts.map((count, at) => (at === 0 ? count : count.charAt(0).toLowerCase() + count.slice(1)));
}
