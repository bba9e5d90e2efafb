// `grep`: searches text in files with a regular expression.
import { findRipgrep } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { isInside } from "../client-io/client-path.ts";
import { fenced } from "../text/markdown.ts";
import { errorOutcome, orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput } from "./input.ts";
import { GREP_CONTEXT_MAX } from "../limits.ts";
import { mayShow } from "./files/may-show.ts";
import { findPath, locate, readSubject, showPath } from "./files/paths.ts";
import { FOLDER_ALIASES } from "./searching/find-folder.ts";
import { GREP_MODES, type GrepRequest, type GrepResult } from "./searching/grep-request.ts";
import { searchPlainly } from "./searching/plain-search.ts";
import { searchWithRipgrep } from "./searching/ripgrep.ts";
import { showMatches } from "./searching/show-matches.ts";
import type { ToolContext } from "./tool-context.ts";
import { defineTool, failed, textOutcome, type Tool, type ToolOutcome } from "./tool.ts";

const input = defineInput(
  {
    pattern: z.string().min(1).describe("A regular expression in ripgrep syntax, for example function\\s+\\w+"),
    path: z.string().optional().describe("The folder or file to search. Default: the working folder"),
    glob: z.string().optional().describe("Only matching files, for example *.ts or src/**/*.{ts,tsx}"),
    mode: z
      .enum(GREP_MODES)
      .optional()
      .describe("content: matching lines (default); files: file names only; count: matches per file"),
    context: z
      .number()
      .int()
      .optional()
      .describe(`Lines of context around each match, up to ${GREP_CONTEXT_MAX}. Default: 0`),
    case_insensitive: z.boolean().optional().describe("Default: false"),
    literal: z.boolean().optional().describe("The pattern is plain text, not a regular expression. Default: false"),
  },
  {
    path: [...(FOLDER_ALIASES["path"] ?? []), "file_path", "file"],
    pattern: ["query", "regex", "search"],
    glob: ["include", "file_pattern", "include_pattern"],
    mode: ["output_mode"],
    context: ["context_lines", "-C"],
    case_insensitive: ["ignore_case", "-i"],
    literal: ["fixed_strings"],
  },
);
type Input = z.output<typeof input>;

export const grepTool: Tool = defineTool({
  name: "grep",
  groups: ["developer", "read"],
  kind: "search",
  description:
    "Searches files for a regular expression (ripgrep). Matching lines are grouped by file, with line numbers; `-` marks context. " +
    "Ignored files (.gitignore) and files that may contain secrets are excluded, unless you name one as `path`. " +
    "Use mode files first when you expect many matches. Searches saved files only; use `glob` to find files by name.",
  input,
  prepare: (given, context) =>
    orFailure(async () => {
      const facts = await findPath(context, given.path === undefined || given.path.trim() === "" ? "." : given.path);
      const name = showPath(facts);
      if (facts.kind !== "directory" && facts.kind !== "file" && isInside(facts)) {
        return failed(`File or folder ${name} not found.`);
      }
      return {
        title: `Search ${name === "." ? "" : `${name} `}for ${given.pattern}`,
        locations: [locate(context, facts)],
        subjects: [readSubject(facts)],
        execute: ({ signal }) => orErrorOutcome(signal, () => search(context, facts, toRequest(given, facts), signal)),
      };
    }),
});

function toRequest(given: Input, { kind, real }: PathFacts): GrepRequest {
  return {
    pattern: given.pattern,
    isLiteral: given.literal ?? false,
    isCaseInsensitive: given.case_insensitive ?? false,
    mode: given.mode ?? "content",
    context: Math.min(Math.max(0, given.context ?? 0), GREP_CONTEXT_MAX),
    glob: given.glob,
    folder: kind === "file" ? dirname(real) : real,
    file: kind === "file" ? basename(real) : undefined,
  };
}

async function search(
  context: ToolContext,
  facts: PathFacts,
  request: GrepRequest,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const program = await findRipgrep(context.log);
  const answer =
    program === undefined ? await searchPlainly(request, signal) : await searchWithRipgrep(program, request, signal);
  if ("failed" in answer) return errorOutcome(answer.failed);
  const result = request.file === undefined ? await withoutSecrets(context, facts, answer) : answer;
  const folder = request.file === undefined ? showPath(facts) : dirname(showPath(facts));
  const text = showMatches(result, request, folder);
  return textOutcome(text, { content: [{ type: "content", content: { type: "text", text: fenced(text) } }] });
}

async function withoutSecrets(context: ToolContext, folder: PathFacts, result: GrepResult): Promise<GrepResult> {
  const shown = await Promise.all(
    result.files.map(({ path }) => {
      const real = join(folder.real, path);
      return mayShow(context, { ...folder, requested: path, real, kind: "file" });
    }),
  );
  const files = result.files.filter((_, index) => shown[index]);
  const hidden = result.files.length - files.length;
  if (hidden === 0) return result;
  const which = hidden === 1 ? "1 more file with matches is" : `${hidden} more files with matches are`;
  const note = `${which} not shown, because they may contain secrets: set path to one of them to request it`;
  return { ...result, files, notes: [...result.notes, note] };
}
