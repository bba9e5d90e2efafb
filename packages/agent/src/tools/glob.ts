// `glob`: finds files by name, newest first.
import { listWorkspaceFiles } from "@parley/machine";
import { type PathFacts, compileFileGlob } from "@parley/policy";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput } from "./input.ts";
import { GLOB_SHOWN_MAX, LIST_FILES_MAX } from "../limits.ts";
import { locate, readSubject, showPath } from "./files/paths.ts";
import { findFolder, FOLDER_ALIASES } from "./searching/find-folder.ts";
import { newestFirst } from "./searching/newest-first.ts";
import { defineTool, failed, textOutcome, type Tool, type ToolOutcome } from "./tool.ts";

const input = defineInput(
  {
    pattern: z
      .string()
      .min(1)
      .describe("For example *.ts, src/**/*.test.ts, {a,b}*.json. Without a slash it matches at any depth"),
    path: z.string().optional().describe("The folder to search. Default: the working folder"),
  },
  { ...FOLDER_ALIASES, pattern: ["glob", "glob_pattern", "query"] },
);

export const globTool: Tool = defineTool({
  name: "glob",
  groups: ["developer", "read"],
  kind: "search",
  description:
    "Finds files by name pattern, most recently changed first. Ignored files (.gitignore) are excluded. " +
    "Use `grep` to search file contents.",
  input,
  prepare: ({ pattern, path = "." }, context) =>
    orFailure(async () => {
      const wanted = splitPattern(pattern, path);
      const glob = compileFileGlob(wanted.pattern);
      if ("expected" in glob) return failed(`${pattern} is not a glob: expected ${glob.expected}.`);
      const facts = await findFolder(context, wanted.path);
      if ("failed" in facts) return facts;
      return {
        title: `Find ${pattern}${showPath(facts) === "." ? "" : ` in ${showPath(facts)}`}`,
        locations: [locate(context, facts)],
        subjects: [readSubject(facts)],
        execute: ({ signal }) => orErrorOutcome(signal, () => find(facts, wanted.pattern, glob.matches, signal)),
      };
    }),
});

async function find(
  facts: PathFacts,
  pattern: string,
  matches: (path: string) => boolean,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { files, isComplete } = await listWorkspaceFiles({ folder: facts.real, limit: LIST_FILES_MAX, signal });
  const found = await newestFirst(facts.real, files.filter(matches), signal);
  const missed = isComplete ? "" : "\n[Too many files to search all of them: set path to a subfolder.]";
  if (found.length === 0) return textOutcome(`No file matches ${pattern}.${missed}`);
  const folder = showPath(facts);
  const names = found.slice(0, GLOB_SHOWN_MAX).map((name) => (folder === "." ? name : `${folder}/${name}`));
  const more = found.length > names.length ? `\n[The newest ${names.length} of ${found.length} files.]` : "";
  return textOutcome(names.join("\n") + more + missed);
}

/** An absolute pattern determines the folder: the part before its first wildcard. */
function splitPattern(pattern: string, path: string): { readonly pattern: string; readonly path: string } {
  if (!isAbsolute(pattern)) return { pattern, path };
  const names = pattern.split("/");
  const first = names.findIndex((name) => /[*?[{]/.test(name));
  const at = first === -1 ? names.length - 1 : first;
  return { pattern: `./${names.slice(at).join("/")}`, path: names.slice(0, at).join("/") || "/" };
}
