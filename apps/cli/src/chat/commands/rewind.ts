// /rewind: continues from before a prompt, which returns to the input for editing.
import { neutralLine, plural } from "@parley/base";
import { formatAgo, writtenOf } from "@parley/chat-model";
import type { Operations } from "@parley/contract";
import type { ChatActions, ChatCommand } from "./command.ts";

type Point = Operations["sessions/rewindPoints"]["reply"]["points"][number];

export const rewindCommands: readonly ChatCommand[] = [
  {
    name: "rewind",
    summary: "Go back to before a prompt, with the files as they were, and edit the prompt",
    hint: "[TURN | undo]",
    run: rewind,
  },
];

/** Without an argument, the prompt is chosen from a list. */
export async function rewind(argument: string, actions: ChatActions): Promise<void> {
  const { session, host } = actions;
  if (session === undefined) return;
  const { id } = session;
  const isUndo = argument === "undo";
  const turn = isUndo ? undefined : argument === "" ? await pick(actions, id) : argument;
  if (turn === undefined && !isUndo) return;
  const request = { id, ...(turn === undefined ? { undo: true } : { turn }) };
  const { prompt, left } = await actions.during("Rewinding", () => host.requests.request("sessions/rewind", request));
  for (const { path, message } of left) actions.note("warning", `${path}: ${message}`);
  if (isUndo) return;
  actions.note("info", "The conversation continues from there. /rewind undo goes back, as long as you send no prompt.");
  actions.edit(writtenOf(prompt));
}

async function pick(actions: ChatActions, id: string): Promise<string | undefined> {
  const { points } = await actions.host.requests.request("sessions/rewindPoints", { id });
  if (points.length === 0) actions.note("info", "No prompts to rewind to.");
  return points.length === 0
    ? undefined
    : actions.pick("Go back to before which prompt?", points.map(toItem).toReversed());
}

function toItem({ turn, text, at_ms: atMs, files }: Point): { id: string; label: string; description: string } {
  const changed = files === 0 ? "" : `, ${plural(files, "file")} changed`;
  return { id: `${turn}`, label: `${turn}  ${neutralLine(text)}`, description: formatAgo(Date.now() - atMs) + changed };
}
