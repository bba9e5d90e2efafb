// Sends a prompt again with other words: the session is rewound to before it, with its files, then prompted.
import type { ContentBlock } from "@parley/acp";
import type { MessageItem } from "@parley/acp/transcript";
import { plural } from "@parley/base";
import type { Remote } from "@parley/remote";
import { notices } from "../state/notices.ts";

export interface ResendOptions {
  readonly sessionId: string;
  readonly prompt: MessageItem;
  readonly text: string;
  readonly keepsFiles: boolean;
}

/** A turn that runs is cancelled first. Rejects if the prompt is no longer part of the conversation. */
export async function resendPrompt(remote: Remote, { sessionId: id, prompt, text, keepsFiles }: ResendOptions) {
  const { cancelled } = await remote.request("sessions/cancel", { id });
  await Promise.all(cancelled.map((turnId) => remote.turnEnded(turnId)));
  const { points } = await remote.request("sessions/rewindPoints", { id });
  const turn = points.find(({ seq }) => seq === prompt.seq)?.turn;
  if (turn === undefined) throw new Error("This prompt is no longer part of the conversation.");
  const how = { turn: String(turn), ...(keepsFiles && { keep_files: true }) };
  const { left } = await remote.request("sessions/rewind", { id, ...how });
  if (left[0] !== undefined) notices.show(`${plural(left.length, "file")} left as is. ${left[0].message}`, "bad");
  await remote.prompt(id, withText(prompt.blocks, text));
}

/** What was attached stays attached. */
function withText(blocks: readonly ContentBlock[], text: string): readonly ContentBlock[] {
  return [{ type: "text", text }, ...blocks.filter(({ type }) => type !== "text")];
}
