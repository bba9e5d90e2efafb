// Searches for plain text if ripgrep is missing: slower, without regular expressions, only in small files.
import { compileFileGlob } from "@parley/policy";
import { listWorkspaceFiles } from "@parley/machine";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { GREP_LINE_CHARS_MAX, GREP_LINES_MAX, PLAIN_SEARCH_BYTES_MAX, PLAIN_SEARCH_FILES_MAX } from "../../limits.ts";
import { cutLine, splitLines } from "../files/numbered-lines.ts";
import type { GrepAnswer, GrepFile, GrepLine, GrepRequest } from "./grep-request.ts";

const NOTE = "ripgrep is not available on this platform, so only small files were searched";

export async function searchPlainly(request: GrepRequest, signal: AbortSignal): Promise<GrepAnswer> {
  const { pattern, isLiteral, folder, file, glob } = request;
  if (!isLiteral && /[\\^$.|?*+()[\]{}]/.test(pattern)) {
    return {
      failed:
        "ripgrep is not available on this platform, so regular expressions are not supported: set literal to search for plain text.",
    };
  }
  const files = glob === undefined ? { matches: () => true } : compileFileGlob(glob);
  if ("expected" in files) return { failed: `${glob} is not a glob: expected ${files.expected}.` };
  const listed =
    file === undefined ? await listWorkspaceFiles({ folder, limit: PLAIN_SEARCH_FILES_MAX, signal }) : undefined;
  const found: GrepFile[] = [];
  let lines = 0;
  for (const path of listed?.files.filter(files.matches) ?? [file ?? ""]) {
    if (signal.aborted || lines > GREP_LINES_MAX) break;
    const hits = toHits(await readSmall(join(folder, path)), request);
    if (hits.some(({ isMatch }) => isMatch))
      found.push({ path, lines: hits, count: hits.filter((hit) => hit.isMatch).length });
    lines += hits.length;
  }
  return { files: found, isCut: lines > GREP_LINES_MAX || listed?.isComplete === false, notes: [NOTE] };
}

function toHits(text: string, { pattern, isCaseInsensitive, context }: GrepRequest): GrepLine[] {
  const fold = (line: string): string => (isCaseInsensitive ? line.toLowerCase() : line);
  const wanted = fold(pattern);
  const lines = splitLines(text);
  const isMatch = lines.map((line) => fold(line).includes(wanted));
  return lines.flatMap((line, index) => {
    const isNear = isMatch.slice(Math.max(0, index - context), index + context + 1).includes(true);
    return isNear
      ? [{ line: index + 1, text: cutLine(line, GREP_LINE_CHARS_MAX), isMatch: isMatch[index] === true }]
      : [];
  });
}

/** Skips files that are large, binary or deleted. */
async function readSmall(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    const text = size > PLAIN_SEARCH_BYTES_MAX ? "" : await readFile(path, "utf8");
    return text.includes("\0") ? "" : text;
  } catch {
    return ""; // Deleted or not readable, so it has no matches.
  }
}
