// The tool calls of some turns, with the files that they claim to write and their new texts.
import { parseSessionEventLine, type SessionUpdate } from "@parley/acp";
import { isAbsolute, join, normalize, relative, sep } from "node:path";
import type { ChangeWriter } from "../api/file-changes.ts";
import type { HubStore } from "../api/store.ts";
import { PAGE_EVENTS, WRITERS_MAX } from "../limits.ts";
import type { TurnChanges } from "./change-index.ts";

export interface WritingCall extends ChangeWriter {
  /** From the session's folder, with slashes. */
  readonly paths: ReadonlySet<string>;
  readonly diffs: readonly { readonly path: string; readonly oldText: string; readonly newText: string }[];
}

interface GrowingCall {
  title: string;
  kind: string;
  readonly turn: number;
  readonly paths: Set<string>;
  diffs: WritingCall["diffs"];
}

type CallUpdate = Extract<SessionUpdate, { sessionUpdate: "tool_call" | "tool_call_update" }>;

const WRITING: ReadonlySet<string> = new Set(["edit", "delete", "move"]);
const MARK = '"sessionUpdate":"tool_call';

/** In the order of their first updates. */
export async function readWritingCalls(
  store: Pick<HubStore, "readEvents">,
  session: { readonly id: string; readonly folders: readonly string[] },
  turns: readonly TurnChanges[],
): Promise<readonly WritingCall[]> {
  const calls = new Map<string, GrowingCall>();
  for (const { number, promptSeq, seq: end = Number.POSITIVE_INFINITY } of turns) {
    for (let after = promptSeq; after < end;) {
      const lines = await store.readEvents(session.id, { after, limit: PAGE_EVENTS });
      for (const line of lines.slice(0, end - after)) {
        const update = line.includes(MARK) ? readCall(line) : undefined;
        if (update !== undefined) addCall(calls, update, number, session.folders);
      }
      after += lines.length;
      if (lines.length < PAGE_EVENTS) break;
    }
  }
  return [...calls]
    .flatMap(([toolCallId, { kind, title, turn, paths, diffs }]) =>
      diffs.length > 0 || (WRITING.has(kind) && paths.size > 0) ? { toolCallId, title, turn, paths, diffs } : [],
    )
    .slice(-WRITERS_MAX);
}

function readCall(line: string): CallUpdate | undefined {
  const parsed = parseSessionEventLine(line);
  if (!parsed.ok || parsed.value.type !== "update") return undefined;
  const { update } = parsed.value;
  const isCall = update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update";
  return isCall ? update : undefined;
}

function addCall(calls: Map<string, GrowingCall>, update: CallUpdate, turn: number, folders: readonly string[]): void {
  const { toolCallId, title, kind, locations, content } = update;
  const call = calls.get(toolCallId) ?? { title: "", kind: "", turn, paths: new Set<string>(), diffs: [] };
  calls.set(toolCallId, call);
  if (title) call.title = title;
  if (kind) call.kind = kind;
  for (const { path } of locations ?? []) addPath(call.paths, path, folders);
  if (!content) return;
  call.diffs = content.flatMap((part) => {
    if (part.type !== "diff") return [];
    addPath(call.paths, part.path, folders);
    const path = toOwnPath(part.path, folders);
    return path === undefined ? [] : [{ path, oldText: part.oldText ?? "", newText: part.newText }];
  });
}

function addPath(paths: Set<string>, path: string, folders: readonly string[]): void {
  const own = toOwnPath(path, folders);
  if (own !== undefined) paths.add(own);
}

/** Undefined if it is outside the session's folder, in any spelling. */
function toOwnPath(path: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const own = relative(folder, isAbsolute(path) ? normalize(path) : join(folder, path));
    if (own !== "" && !isAbsolute(own) && own !== ".." && !own.startsWith(`..${sep}`)) return own.replaceAll(sep, "/");
  }
  return undefined;
}
