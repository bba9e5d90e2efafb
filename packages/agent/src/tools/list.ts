// `list`: the content of a folder as a tree.
import { listWorkspaceFiles } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import { z } from "zod";
import { fenced } from "../text/markdown.ts";
import { orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput } from "./input.ts";
import { LIST_DEPTH, LIST_DEPTH_MAX, LIST_FILES_MAX, LIST_LINES_MAX } from "../limits.ts";
import { locate, readSubject, showPath } from "./files/paths.ts";
import { findFolder, FOLDER_ALIASES } from "./searching/find-folder.ts";
import { showTree } from "./searching/folder-tree.ts";
import { defineTool, textOutcome, type Tool, type ToolOutcome } from "./tool.ts";

const input = defineInput(
  {
    path: z.string().optional().describe("The folder. Default: the working folder"),
    depth: z
      .number()
      .int()
      .optional()
      .describe(`Number of levels, 1 to ${LIST_DEPTH_MAX}. Default: ${LIST_DEPTH}, fewer if that is too long`),
  },
  { ...FOLDER_ALIASES, depth: ["max_depth", "levels"] },
);

export const listTool: Tool = defineTool({
  name: "list",
  groups: ["developer", "read"],
  kind: "read",
  description:
    "Shows the files of a folder as a tree. Ignored files (.gitignore), node_modules and the like are excluded, " +
    "unless you name such a folder as `path`. Use it to find your way; use `glob` to find files by name, `grep` by content.",
  input,
  prepare: ({ path = ".", depth = LIST_DEPTH }, context) =>
    orFailure(async () => {
      const facts = await findFolder(context, path);
      if ("failed" in facts) return facts;
      return {
        title: `List ${showPath(facts)}`,
        locations: [locate(context, facts)],
        subjects: [readSubject(facts)],
        execute: ({ signal }) => orErrorOutcome(signal, () => list(facts, depth, signal)),
      };
    }),
});

async function list(facts: PathFacts, depth: number, signal: AbortSignal): Promise<ToolOutcome> {
  const { files, isComplete } = await listWorkspaceFiles({ folder: facts.real, limit: LIST_FILES_MAX, signal });
  const name = showPath(facts);
  if (files.length === 0) return textOutcome(`${name} is empty${isComplete ? "" : ", or could not be listed"}.`);
  const wanted = Math.min(Math.max(1, depth), LIST_DEPTH_MAX);
  const tree = showTree(files, wanted, LIST_LINES_MAX);
  const notes = [
    ...(tree.depth < wanted ? [`Shown to depth ${tree.depth} because of its size: list a subfolder for more`] : []),
    ...(tree.isCut ? [`Only the first ${LIST_LINES_MAX} lines`] : []),
    ...(isComplete ? [] : ["Not everything could be listed"]),
  ].map((note) => `\n[${note}.]`);
  const text = `${name === "." ? "." : `${name}/`}\n${tree.text}`;
  return textOutcome(text + notes.join(""), {
    content: [{ type: "content", content: { type: "text", text: fenced(text) } }],
  });
}
