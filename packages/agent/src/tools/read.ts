// `read`: lines of a text file with their numbers, or an image.
import { ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { z } from "zod";
import { fenced } from "../text/markdown.ts";
import { errorOutcome, orErrorOutcome, orFailure } from "./failures.ts";
import { findSignature, imageTypeOf, isImageName } from "./files/file-signature.ts";
import { defineInput, PATH_ALIASES } from "./input.ts";
import { knownFiles } from "./files/known-files.ts";
import { IMAGE_BYTES_MAX, READ_CHARS_MAX, READ_LINES_MAX } from "../limits.ts";
import { cutLine, numberLines, splitLines } from "./files/numbered-lines.ts";
import { findPath, locate, readSubject, showPath } from "./files/paths.ts";
import { plannedChanges } from "./files/planned-changes.ts";
import { toBareText } from "./files/text-form.ts";
import type { ToolContext } from "./tool-context.ts";
import { defineTool, failed, textOutcome, type Tool, type ToolOutcome } from "./tool.ts";

const input = defineInput(
  {
    path: z.string().min(1).describe("The file; relative to the working folder, or absolute"),
    line: z.number().int().optional().describe("The first line to read, from 1. Default: 1"),
    limit: z.number().int().optional().describe(`Number of lines to read. Default and maximum: ${READ_LINES_MAX}`),
  },
  { ...PATH_ALIASES, line: ["offset", "start_line"], limit: ["lines", "max_lines"] },
);

export const readTool: Tool = defineTool({
  name: "read",
  groups: ["developer", "read"],
  kind: "read",
  description:
    "Reads a text file, including unsaved changes in the editor, or shows you an image (png, jpeg, gif, webp). " +
    "Each line is prefixed with its number and a tab, which are not part of the file. " +
    "Read a file before you change it. Long files are returned in parts: continue with `line`. " +
    "Use `grep` to find something in many files, `list` for folders.",
  input,
  prepare: ({ path, line, limit }, context) =>
    orFailure(async () => {
      const facts = await findPath(context, path);
      const name = showPath(facts);
      if (facts.kind === "directory") return failed(`${name} is a folder. Use list to see what is in it.`);
      const range: Range = {
        line: Math.max(1, line ?? 1),
        limit: Math.min(Math.max(1, limit ?? READ_LINES_MAX), READ_LINES_MAX),
      };
      const part = line === undefined && limit === undefined ? "" : ` (from line ${range.line})`;
      return {
        title: `Read ${name}${part}`,
        locations: [locate(context, facts, range.line)],
        subjects: [readSubject(facts)],
        execute: ({ signal }) => orErrorOutcome(signal, () => read(context, facts, range, signal)),
      };
    }),
});

interface Range {
  readonly line: number;
  readonly limit: number;
}

async function read(context: ToolContext, facts: PathFacts, range: Range, signal: AbortSignal): Promise<ToolOutcome> {
  if (isImageName(facts.real)) return readImage(context, facts);
  try {
    const whole = await context.files.readText(facts, undefined, signal);
    knownFiles(context).see(facts, whole);
    plannedChanges(context).forget(facts);
    const lines = splitLines(toBareText(whole).bare);
    return showLines(facts, lines.slice(range.line - 1, range.line - 1 + range.limit), range, lines.length);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error.code === "file_is_binary") return readBinary(context, facts);
    if (error.code !== "file_too_large") throw error;
    const part = await context.files.readText(facts, range, signal);
    return showLines(facts, splitLines(part), range, undefined);
  }
}

/** `total` is undefined for a file that is too large to be counted. */
function showLines(facts: PathFacts, lines: readonly string[], range: Range, total: number | undefined): ToolOutcome {
  if (lines.length === 0) return showNothing(facts, range, total);
  const fitting = countFitting(lines);
  const shown = lines.slice(0, fitting);
  const last = range.line + fitting - 1;
  const isAll = range.line === 1 && last === total;
  const next = total !== undefined && last >= total ? "" : ` Continue with line: ${last + 1}.`;
  const of = total === undefined ? "of a very large file" : `of ${total}`;
  const note = isAll ? "" : `\n[Lines ${range.line} to ${last} ${of}.${next}]`;
  const text = fenced(shown.map((line) => cutLine(line)).join("\n"));
  return textOutcome(numberLines(shown, range.line) + note, {
    content: [{ type: "content", content: { type: "text", text } }],
  });
}

function showNothing(facts: PathFacts, { line }: Range, total: number | undefined): ToolOutcome {
  const name = showPath(facts);
  if (total === 0) return textOutcome(`[${name} is empty]`);
  const lines = total === undefined ? "fewer lines" : total === 1 ? "only 1 line" : `only ${total} lines`;
  return errorOutcome(`${name} has ${lines}; line ${line} does not exist.`);
}

/** Counts at least one line, because long lines are cut separately. */
function countFitting(lines: readonly string[]): number {
  let [count, chars] = [0, 0];
  for (const line of lines) {
    chars += cutLine(line).length + 8;
    if (chars > READ_CHARS_MAX && count > 0) break;
    count += 1;
  }
  return count;
}

async function readImage(context: ToolContext, facts: PathFacts): Promise<ToolOutcome> {
  const name = showPath(facts);
  const bytes = await readSmall(context, facts);
  if (bytes === undefined) {
    return errorOutcome(
      `${name} is an image of more than ${IMAGE_BYTES_MAX} bytes, too large to be shown. Make it smaller first.`,
    );
  }
  const signature = findSignature(bytes);
  const { what } = signature;
  const mimeType = imageTypeOf(signature);
  if (mimeType === undefined)
    return errorOutcome(`${name} has the name of an image, but is ${bytes.length === 0 ? "empty" : what}.`);
  const data = Buffer.from(bytes).toString("base64");
  return {
    parts: [
      { type: "text", text: `${name}: ${what}, ${bytes.length} bytes` },
      { type: "image", mimeType, data },
    ],
    content: [{ type: "content", content: { type: "image", mimeType, data } }],
  };
}

async function readBinary(context: ToolContext, facts: PathFacts): Promise<ToolOutcome> {
  const bytes = await readSmall(context, facts);
  const signature = bytes === undefined ? undefined : findSignature(bytes);
  if (signature !== undefined && imageTypeOf(signature) !== undefined) return readImage(context, facts);
  const what = signature === undefined ? "large and binary" : `${signature.what}, ${bytes?.length} bytes`;
  return errorOutcome(`${showPath(facts)} is not a text file: it is ${what}. Use a command that handles this format.`);
}

async function readSmall(context: ToolContext, facts: PathFacts): Promise<Uint8Array | undefined> {
  try {
    return await context.files.readBytes(facts, IMAGE_BYTES_MAX);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "file_too_large") return undefined;
    throw error;
  }
}
