// Prints matches for a model.
import type { GrepFile, GrepRequest, GrepResult } from "./grep-request.ts";

/** `folder`: the displayed path of the searched folder. */
export function showMatches(
  { files, isCut, notes }: GrepResult,
  { mode, pattern }: GrepRequest,
  folder: string,
): string {
  const toPath = ({ path }: GrepFile): string => (folder === "." ? path : `${folder}/${path}`);
  const said = [...(isCut ? ["Truncated: narrow the pattern, the path or the glob"] : []), ...notes];
  const tail = said.map((note) => `\n[${note}.]`).join("");
  if (files.length === 0) return `No matches for ${pattern}.${tail}`;
  if (mode === "files") return files.map(toPath).join("\n") + tail;
  if (mode === "count") return files.map((file) => `${toPath(file)}: ${file.count}`).join("\n") + tail;
  return files.map((file) => `${toPath(file)}\n${showLines(file)}`).join("\n\n") + tail;
}

function showLines({ lines }: GrepFile): string {
  const hasContext = lines.some(({ isMatch }) => !isMatch);
  return lines
    .map(({ line, text, isMatch }, index) => {
      const before = lines[index - 1];
      const gap = hasContext && before !== undefined && before.line + 1 < line ? "…\n" : "";
      return `${gap}${line}${isMatch ? ":" : "-"} ${text}`;
    })
    .join("\n");
}
