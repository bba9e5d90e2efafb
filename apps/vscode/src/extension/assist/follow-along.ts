// Shows the places that a running tool call names, in a preview tab that never takes the focus. It pauses while a person works.
import type { AppliedEvent } from "@parley/chat-model";
import * as vscode from "vscode";
import { toFileUri } from "../files/file-uris.ts";
import { FOLLOW_PAUSE_MS } from "../../limits.ts";
import type { FollowedSession, SessionReader } from "../chat/followed-session.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { isFile } from "../files/editor-files.ts";

interface Place {
  readonly path: string;
  readonly line?: number | null | undefined;
}

export function registerFollowAlong({ chats, log }: ParleyWindow): vscode.Disposable {
  const watched = new Map<string, { readonly session: FollowedSession; readonly reader: SessionReader }>();
  let pausedUntil = 0;
  const pause = (): void => {
    pausedUntil = Date.now() + FOLLOW_PAUSE_MS;
  };
  const follow = (applied: readonly AppliedEvent[], isMoreComing: boolean): void => {
    const isWanted = vscode.workspace.getConfiguration("acp").get<unknown>("ui.followAlong") !== false;
    if (!isWanted || isMoreComing || Date.now() < pausedUntil) return;
    const place = applied.flatMap(({ event }) => placesOf(event)).at(-1);
    if (place !== undefined) void show(place).catch((error: unknown) => log.debug(String(error)));
  };
  const update = (): void => {
    for (const id of chats.followed.ids) {
      const session = chats.followed.get(id);
      if (session === undefined || watched.get(id)?.session === session) continue;
      const reader = { reopened: ignore, ended: ignore, untilReady: ignore, batch: follow };
      watched.set(id, { session, reader });
      session.watch(reader);
    }
  };
  const stop = chats.followed.subscribe(update);
  update();
  return vscode.Disposable.from(
    { dispose: stop },
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && pause()),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const isTyped = contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document;
      if (isTyped && isFile(document.uri) && document.isDirty) pause();
    }),
  );
}

function ignore(): undefined {
  return undefined;
}

/** Of a tool call that starts or runs: what is over is not where the agent is. */
function placesOf(event: AppliedEvent["event"]): readonly Place[] {
  if (event.type !== "update" || Date.now() - event.at > FOLLOW_PAUSE_MS) return [];
  const update = event.update as { sessionUpdate?: string; status?: string; locations?: readonly Place[] | null };
  if (update.sessionUpdate?.startsWith("tool_call") !== true || update.status === "completed") return [];
  return update.locations ?? [];
}

async function show({ path, line }: Place): Promise<void> {
  const uri = toFileUri(path);
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return;
  const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, {
    preview: true,
    preserveFocus: true,
    viewColumn: findColumn(),
    ...(typeof line === "number" && { selection: new vscode.Range(at, at) }),
  });
}

/** Beside a chat in a tab, not over it. */
function findColumn(): vscode.ViewColumn {
  const { activeTabGroup } = vscode.window.tabGroups;
  if (!(activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview)) return vscode.ViewColumn.Active;
  return vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.Beside;
}
