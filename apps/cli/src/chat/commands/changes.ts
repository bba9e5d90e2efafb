// What the session did to the files, and taking the last turn back.
import type { ChangesEvent } from "@parley/acp";
import { mergeChanges } from "@parley/chat-model";
import { drawChanges } from "../draw/changes.ts";
import { plural } from "@parley/base";
import type { Theme } from "../../terminal/theme.ts";
import type { ChatCommand, ChatActions } from "./command.ts";

const NAMED_MAX = 5;

export const changesCommands: readonly ChatCommand[] = [
  {
    name: "files",
    summary: "List the files that this session changed",
    run: (_argument, actions) => {
      const files = mergeChanges(actions.view.changes);
      if (files.length === 0) actions.note("info", "No files changed so far.");
      else
        actions.print({
          type: "drawn",
          draw: (theme: Theme) => drawChanges({ files, omitted: 0 }, theme, files.length),
        });
    },
  },
  {
    name: "undo",
    summary: "Undo the last turn's changes to files",
    run: (_argument, actions) => undo(actions),
  },
];

async function undo(actions: ChatActions): Promise<void> {
  const event = actions.view.changes.at(-1);
  if (!actions.host.hasFiles) {
    actions.note("warning", "The files are on the server's machine; undo the turn there.");
    return;
  }
  if (event === undefined) {
    actions.note("info", "Nothing to undo: no turn changed a file.");
    return;
  }
  if (actions.session?.isRunning === true) {
    actions.note("warning", "A turn is running. Stop it first (Esc), then /undo.");
    return;
  }
  const count = event.files.length + (event.omitted ?? 0);
  const items = [
    { id: "yes", label: "Undo", description: named(event) },
    { id: "no", label: "Cancel" },
  ];
  if ((await actions.pick(`Undo the last turn's changes to ${plural(count, "file")}?`, items)) !== "yes") return;
  await undoTurn(actions, event, false);
}

async function undoTurn(actions: ChatActions, event: ChangesEvent, overwrite: boolean): Promise<void> {
  const { cwd, parleyHome } = actions;
  const { undoChanges } = await import("@parley/client/features");
  const { restored, left } = await actions.during("Undoing", () => undoChanges({ cwd, parleyHome, event, overwrite }));
  if (restored.length > 0)
    actions.note("info", `Restored ${plural(restored.length, "file")}.`, restored.slice(0, NAMED_MAX).join("\n"));
  const since = left.filter(({ reason }) => reason === "changed_since");
  const failed = left.filter(({ reason }) => reason === "failed");
  for (const { path, error } of failed) actions.note("error", `${path} could not be restored`, error?.message);
  if (since.length === 0 || overwrite) {
    if (failed.length === 0) actions.view.undone(event);
    return;
  }
  const items = [
    { id: "leave", label: "Keep them" },
    { id: "overwrite", label: "Restore them too", description: "later changes are lost" },
  ];
  const title = `${plural(since.length, "file")} changed since: ${since
    .slice(0, NAMED_MAX)
    .map(({ path }) => path)
    .join(", ")}`;
  if ((await actions.pick(title, items)) === "overwrite") await undoTurn(actions, event, true);
}

function named({ files }: ChangesEvent): string {
  const names = files.slice(0, NAMED_MAX).map(({ path }) => path);
  return names.join(", ") + (files.length > NAMED_MAX ? ", …" : "");
}
