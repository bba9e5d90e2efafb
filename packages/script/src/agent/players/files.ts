// Plays file steps through the client's file system, because the agent does not touch the disk.
import { resolvePath } from "../path.ts";
import type { Players } from "../player.ts";
import { failed, playToolCall, textContent, type ToolResult } from "../tool-call.ts";
import type { Reply, Turn } from "../turn.ts";
import type { ToolContent } from "../wire.ts";

const NO_READING = "The client does not offer to read files (fs.readTextFile), and this agent has no disk of its own.";
const NO_WRITING =
  "The client does not offer to write files (fs.writeTextFile), and this agent has no disk of its own.";

export const filePlayers: Players<"read" | "write" | "edit" | "diff"> = {
  read: ({ path: typed, line, limit }, turn) => {
    const path = resolvePath(turn.session.place.cwd, typed);
    const range = { ...(line === undefined ? {} : { line }), ...(limit === undefined ? {} : { limit }) };
    const location = line === undefined ? { path } : { path, line };
    const rawInput = { path, ...range };
    const start = { name: "read", kind: "read", title: `Read ${typed}`, locations: [location], rawInput } as const;
    return playToolCall(turn, { ...start, locations: [location] }, async (call) => {
      if (!turn.client.supports("fs.readTextFile")) return failed(NO_READING);
      call.start();
      const reply = await readFile(turn, path, range);
      if (!reply.ok) return failed(reply.reason);
      return { ok: true, content: [textContent(reply.value)], rawOutput: { chars: reply.value.length } };
    });
  },

  write: ({ path: typed, text }, turn) => {
    const path = resolvePath(turn.session.place.cwd, typed);
    const rawInput = { path, text };
    const start = { name: "write", kind: "edit", title: `Write ${typed}`, rawInput } as const;
    return playToolCall(turn, { ...start, locations: [{ path }] }, async (call) => {
      if (!turn.client.supports("fs.writeTextFile")) return failed(NO_WRITING);
      const old = turn.client.supports("fs.readTextFile") ? await readFile(turn, path) : undefined;
      // A file that cannot be read counts as new; if it exists and is forbidden, writing reports that.
      const diff = toDiff(path, old?.ok === true ? old.value : null, text);
      const allowed = await call.permit([diff]);
      if (!allowed.ok) return failed(allowed.reason, [diff]);
      call.start();
      return writeFile(turn, path, text, diff);
    });
  },

  edit: ({ path: typed, oldText, newText }, turn) => {
    const path = resolvePath(turn.session.place.cwd, typed);
    const rawInput = { path, oldText, newText };
    const start = { name: "edit", kind: "edit", title: `Edit ${typed}`, rawInput } as const;
    return playToolCall(turn, { ...start, locations: [{ path }] }, async (call) => {
      if (!turn.client.supports("fs.readTextFile")) return failed(NO_READING);
      if (!turn.client.supports("fs.writeTextFile")) return failed(NO_WRITING);
      const before = await readFile(turn, path);
      if (!before.ok) return failed(before.reason);
      const after = replaceOnce(before.value, oldText, newText);
      if (!after.ok) return failed(`${after.reason} in ${typed}.`);
      const diff = toDiff(path, before.value, after.value);
      const allowed = await call.permit([diff]);
      if (!allowed.ok) return failed(allowed.reason, [diff]);
      call.start();
      return writeFile(turn, path, after.value, diff);
    });
  },

  diff: ({ path: typed, oldText, newText }, turn) => {
    const path = resolvePath(turn.session.place.cwd, typed);
    const content = [toDiff(path, oldText ?? null, newText)];
    const start = { name: "diff", kind: "edit", title: `Show a change of ${typed}` } as const;
    return playToolCall(turn, { ...start, locations: [{ path }] }, (call) => {
      call.start();
      return Promise.resolve({ ok: true, content });
    });
  },
};

function toDiff(path: string, oldText: string | null, newText: string): ToolContent {
  return { type: "diff", path, oldText, newText };
}

async function readFile(
  turn: Turn,
  path: string,
  range: { line?: number; limit?: number } = {},
): Promise<Reply<string>> {
  const reply = await turn.call("fs/read_text_file", { sessionId: turn.session.id, path, ...range });
  return reply.ok ? { ok: true, value: reply.value.content } : reply;
}

async function writeFile(turn: Turn, path: string, content: string, diff: ToolContent): Promise<ToolResult> {
  const reply = await turn.call("fs/write_text_file", { sessionId: turn.session.id, path, content });
  return reply.ok ? { ok: true, content: [diff], rawOutput: { chars: content.length } } : failed(reply.reason, [diff]);
}

function replaceOnce(text: string, oldText: string, newText: string): Reply<string> {
  const at = text.indexOf(oldText);
  if (at === -1) return { ok: false, reason: `${JSON.stringify(oldText)} is not` };
  if (text.includes(oldText, at + 1)) return { ok: false, reason: `${JSON.stringify(oldText)} is more than once` };
  return { ok: true, value: text.slice(0, at) + newText + text.slice(at + oldText.length) };
}
