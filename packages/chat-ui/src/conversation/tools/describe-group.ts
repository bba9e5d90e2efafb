// Several tool calls in a few words: "Read a.ts, b.ts and 3 more".
import { t, tPlural } from "@parley/base";
import type { ToolCallItem } from "@parley/acp/transcript";
import { toToolTitle } from "./tool-title.ts";

export interface DescribedGroup {
  readonly verb: string;
  readonly codes: readonly string[];
  /** How many files are not named. */
  readonly more: number;
}

const NAMED_MAX = 2;

export function describeGroup(items: readonly ToolCallItem[], cwd: string | undefined): DescribedGroup {
  const kinds = [...new Set(items.map(({ kind }) => kind ?? ""))];
  if (kinds.length === 1 && kinds[0] === "read") {
    const paths = [...new Set(items.map((item) => toToolTitle(item, cwd).code).filter((code) => code !== ""))];
    if (paths.length > 0) {
      return { verb: t("Read"), codes: paths.slice(0, NAMED_MAX), more: Math.max(0, paths.length - NAMED_MAX) };
    }
  }
  const counts = kinds.map((kind) => {
    const count = items.filter((item) => (item.kind ?? "") === kind).length;
    return describeCount(kind, count);
  });
  return { verb: lowerRest(counts).join(", "), codes: [], more: 0 };
}

function describeCount(kind: string, count: number): string {
  switch (kind) {
    case "read":
      return tPlural(count, "Read {0} file", "Read {0} files");
    case "search":
      return tPlural(count, "Searched once", "Searched {0} times");
    case "fetch":
      return tPlural(count, "Fetched {0} page", "Fetched {0} pages");
    case "think":
      return tPlural(count, "Thought once", "Thought {0} times");
    default:
      return tPlural(count, "Used {0} tool", "Used {0} tools");
  }
}

function lowerRest(counts: readonly string[]): string[] {
  return counts.map((count, at) => (at === 0 ? count : count.charAt(0).toLowerCase() + count.slice(1)));
}
