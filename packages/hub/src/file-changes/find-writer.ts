// Which tool call wrote a file, or a hunk of it.
import type { Hunk } from "@parley/base/hunks";
import type { ChangeWriter } from "../api/file-changes.ts";
import type { WritingCall } from "./tool-calls.ts";

export function findFileWriters(calls: readonly WritingCall[], paths: readonly string[]): readonly WritingCall[] {
  return calls.filter((call) => paths.some((path) => call.paths.has(path)));
}

/** The last call whose text has the hunk's lines; the only one if there is no other. */
export function findHunkWriter(
  writers: readonly WritingCall[],
  { lines }: Pick<Hunk, "lines">,
  paths: readonly string[],
): ChangeWriter | undefined {
  const [added, removed] = [textOf(lines, "+"), textOf(lines, "-")];
  const wrote = writers.findLast(({ diffs }) =>
    diffs.some(
      ({ path, oldText, newText }) =>
        paths.includes(path) &&
        (added === "" ? oldText.includes(removed) && !newText.includes(removed) : newText.includes(added)),
    ),
  );
  const writer = wrote ?? (writers.length === 1 ? writers[0] : undefined);
  return writer && toWriter(writer);
}

export function toWriter({ toolCallId, title, turn }: WritingCall): ChangeWriter {
  return { toolCallId, title, turn };
}

/** The first run of lines of that side. */
function textOf(lines: readonly string[], sign: "+" | "-"): string {
  const start = lines.findIndex((line) => line.startsWith(sign));
  if (start === -1) return "";
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => !line.startsWith(sign));
  return (end === -1 ? rest : rest.slice(0, end)).map((line) => line.slice(1)).join("\n");
}
