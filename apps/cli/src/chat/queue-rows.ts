// The session's queue as listed in the chat: prompts from here, and those of other surfaces with their sender.
import { textOfBlocks } from "@parley/chat-model";
import type { QueuedPrompt } from "@parley/contract";
import { describeActor } from "./draw/actor.ts";

export interface QueueRow {
  readonly text: string;
  /** Describes the surface and the person; undefined if it is from here. */
  readonly by?: string | undefined;
}

export interface QueueParts {
  /** From here, next one first. */
  readonly own: readonly { readonly text: string }[];
  /** The hub's queue. */
  readonly waiting: readonly QueuedPrompt[];
  /** Whether the turn was started from here. */
  readonly isOwn: (turnId: string) => boolean;
  /** Whether the hub created the prompt from an answer that was typed here. */
  readonly isTypedHere?: ((text: string) => boolean) | undefined;
}

/** In the order of the hub. A prompt from here that the hub does not list yet is the last. */
export function toQueueRows({ own, waiting, isOwn, isTypedHere }: QueueParts): readonly QueueRow[] {
  const left = own.map(({ text }) => text);
  const rows: QueueRow[] = [];
  for (const { turn_id: turnId, prompt, actor } of waiting) {
    const text = textOfBlocks(prompt);
    const at = left.indexOf(text);
    // The reply that names the turn of a prompt can come after the queue that has it.
    if (at !== -1) rows.push(...left.splice(at, 1).map((mine) => ({ text: mine })));
    // No longer listed: it was withdrawn or has started.
    else if (!isOwn(turnId)) rows.push(isTypedHere?.(text) === true ? { text } : { text, by: describeSender(actor) });
  }
  return [...rows, ...left.map((text) => ({ text }))];
}

function describeSender(actor: QueuedPrompt["actor"]): string {
  return actor === undefined ? "another window" : describeActor(actor);
}
