// Changed files in the words of the native API.
import type { Reply } from "@parley/contract";
import type { ChangeList, ListedChange, ShownChange } from "@parley/hub";

type NativeChange = Reply<"changes/file">;
type NativeWriter = NativeChange["written_by"][number];

export function toNativeList({ turns, files, omitted }: ChangeList): Reply<"changes/list"> {
  return {
    turns: turns.map(({ number, seq, atMs, isRunning, files: count }) => ({
      number,
      ...(seq !== undefined && { seq }),
      ...(atMs !== undefined && { at_ms: atMs }),
      is_running: isRunning,
      files: count,
    })),
    files: files.map(toListed),
    omitted,
  };
}

export function toNativeChange({ content, before, after, hunks, writers, ...listed }: ShownChange): NativeChange {
  return {
    ...toListed(listed),
    content,
    before: before ?? null,
    after: after ?? null,
    hunks: hunks.map(({ id, number, oldStart, oldLines, newStart, newLines, lines, state, writer }) => ({
      id,
      number,
      old_start: oldStart,
      old_lines: oldLines,
      new_start: newStart,
      new_lines: newLines,
      lines,
      state,
      ...(writer !== undefined && { written_by: toNativeWriter(writer) }),
    })),
    written_by: writers.map(toNativeWriter),
  };
}

function toListed(change: ListedChange): Reply<"changes/list">["files"][number] {
  const { path, change: kind, from, linesAdded, linesRemoved, approval, turns, state } = change;
  return {
    path,
    change: kind,
    ...(from !== undefined && { from }),
    ...(linesAdded !== undefined && { lines_added: linesAdded }),
    ...(linesRemoved !== undefined && { lines_removed: linesRemoved }),
    ...(approval !== undefined && { approval }),
    turns,
    state,
  };
}

function toNativeWriter({ toolCallId, title, turn }: ShownChange["writers"][number]): NativeWriter {
  return { tool_call_id: toolCallId, title, turn };
}
