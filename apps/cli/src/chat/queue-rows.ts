// The queue of the session as the chat lists it: prompts from here, and those of other surfaces with who sent them.
import { textOfBlocks } from "@parley/chat-model";
import type { QueuedPrompt } from "@parley/contract";
import { describeActor } from "./draw/actor.ts";

export interface QueueRow {
  readonly text: string;
  /** The surface and the person, in words; undefined if it is from here. */
  readonly by?: string | undefined;
}

export interface QueueParts {
  /** From here, the next one first. */
  readonly own: readonly { readonly text: string }[];
  /** What the hub has. */
  readonly waiting: readonly QueuedPrompt[];
  /** Whether the turn was started from here. */
  readonly isOwn: (turnId: string) => boolean;
}

/** In the order of the hub. A prompt from here that the hub does not list yet is the last. */
export function toQueueRows({ own, waiting, isOwn }: QueueParts): readonly QueueRow[] {
  const left = own.map(({ text }) => text);
  const rows: QueueRow[] = [];
  for (const { turn_id: turnId, prompt, actor } of waiting) {
    const text = textOfBlocks(prompt);
    const at = left.indexOf(text);
    // The reply that names the turn of a prompt can come after the queue that has it.
    if (at !== -1) rows.push(...left.splice(at, 1).map((mine) => ({ text: mine })));
    // Not listed here any more: it was withdrawn or has begun.
    else if (!isOwn(turnId)) rows.push({ text, by: actor === undefined ? "another window" : describeActor(actor) });
  }
  return [...rows, ...left.map((text) => ({ text }))];
}
