// The history of files.
import type { Reply } from "@parley/contract";
import type { FileHistory, FileTouch } from "@parley/hub";
import { defineHandlers } from "../handler.ts";

type NativeHistory = Reply<"history/get">;

export const historyHandlers = defineHandlers({
  "history/get": async (query, { hub }) => toNative(await hub.history.find(query)),
});

function toNative({ path, touches, line }: FileHistory): NativeHistory {
  return { path, touches: touches.map(toTouch), ...(line !== undefined && { line: toLine(line) }) };
}

function toLine({ found, touch, writer }: NonNullable<FileHistory["line"]>): NonNullable<NativeHistory["line"]> {
  return {
    found,
    ...(touch !== undefined && { touch: toTouch(touch) }),
    ...(writer !== undefined && {
      written_by: { tool_call_id: writer.toolCallId, title: writer.title, turn: writer.turn },
    }),
  };
}

function toTouch({ session, atMs, isUndone, from, ...touch }: FileTouch): NativeHistory["touches"][number] {
  const { id, title, agent, cwd } = session;
  const place = { session_id: id, session_name: title, agent, working_dir: cwd };
  return { ...place, ...touch, ...(from !== undefined && { from }), at_ms: atMs, is_undone: isUndone };
}
