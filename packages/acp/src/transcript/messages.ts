// Messages and thoughts: which chunk belongs to which message.
//
// - Chunks with an id go to the message of that kind and id, wherever it stands.
// - Chunks without one continue the latest item, if that is a message of their kind without an id.
// - A user message that repeats the prompt of the running turn, up to the end of one of its blocks, is an echo and not
//   shown again. It is held back while it may be an echo, and shown if it differs or ends too soon.
import type { ContentBlock, ContentChunk } from "../generated/types.ts";
import type { EventActor, PromptEvent } from "../session-event.ts";
import { BlockList } from "./block-list.ts";
import type { Entry, EventStamp, ItemList, Owner } from "./item-list.ts";
import type { MessageItem, MessageType } from "./items.ts";
import { PromptEcho } from "./prompt-echo.ts";

export class Messages implements Owner<MessageItem> {
  readonly #items: ItemList;
  readonly #byId = new Map<string, Entry<MessageItem>>();
  /** The message that the latest prompt made; a chunk does not continue it just because it comes next. */
  #prompt: Entry<MessageItem> | undefined;
  /** Set while a turn runs and its prompt has not been echoed completely. */
  #echo: PromptEcho | undefined;
  /** The chunks of one message that agrees with the prompt so far. */
  #held: { readonly stamp: EventStamp; readonly chunk: ContentChunk }[] = [];

  constructor(items: ItemList) {
    this.#items = items;
  }

  prompt(event: PromptEvent): void {
    this.#prompt = this.#add(event, "user_message", event.prompt, null, event.actor);
    this.#echo = new PromptEcho(event.prompt);
  }

  chunk(stamp: EventStamp, type: MessageType, chunk: ContentChunk): void {
    if (chunk.content.type === "text" && chunk.content.text === "") return;
    if (type === "user_message" && this.#hold(stamp, chunk)) return;
    this.settle();
    this.#append(stamp, type, chunk);
  }

  /** Ends the held message: it was an echo, or it is shown after all. */
  settle(): void {
    const [first] = this.#held;
    if (first === undefined) return;
    if (this.#echo?.isBetweenBlocks !== true) return this.#showHeld();
    this.#held = [];
    this.#adoptId(first.chunk.messageId);
    if (this.#echo.isComplete) this.#echo = undefined;
  }

  endTurn(): void {
    this.settle();
    this.#echo = undefined;
  }

  forget(entry: Entry<MessageItem>): void {
    const { type, messageId } = entry.item;
    if (messageId !== null) this.#byId.delete(keyOf(type, messageId));
    if (entry === this.#prompt) this.#prompt = undefined;
  }

  /** Returns whether the chunk has to wait. */
  #hold(stamp: EventStamp, chunk: ContentChunk): boolean {
    const [first] = this.#held;
    if (first !== undefined && (first.chunk.messageId ?? null) !== (chunk.messageId ?? null)) this.settle();
    if (this.#echo === undefined) return false;
    const agrees = this.#echo.take(chunk.content);
    if (agrees) this.#held.push({ stamp, chunk });
    else this.#showHeld();
    return agrees;
  }

  #showHeld(): void {
    const held = this.#held;
    this.#held = [];
    this.#echo = undefined;
    for (const { stamp, chunk } of held) this.#append(stamp, "user_message", chunk);
  }

  /** The echo reveals the id under which the agent keeps the prompt. */
  #adoptId(messageId: string | null | undefined): void {
    const prompt = this.#prompt;
    if (messageId === null || messageId === undefined || prompt === undefined || prompt.item.messageId !== null) return;
    if (this.#byId.has(keyOf("user_message", messageId))) return;
    this.#items.change(prompt, { messageId });
    this.#byId.set(keyOf("user_message", messageId), prompt);
  }

  #append(stamp: EventStamp, type: MessageType, { content, messageId = null }: ContentChunk): void {
    // Most chunks continue the latest item and need no lookup.
    const entry =
      this.#latest(type, messageId) ?? (messageId === null ? undefined : this.#byId.get(keyOf(type, messageId)));
    if (entry === undefined) this.#add(stamp, type, [content], messageId);
    else this.#items.append(entry, content);
  }

  #latest(type: MessageType, messageId: string | null): Entry<MessageItem> | undefined {
    const { latest } = this.#items;
    if (latest === undefined || latest === this.#prompt || !isMessage(latest)) return undefined;
    return latest.item.type === type && latest.item.messageId === messageId ? latest : undefined;
  }

  #add(
    { seq, at }: EventStamp,
    type: MessageType,
    content: readonly ContentBlock[],
    messageId: string | null,
    actor?: EventActor,
  ): Entry<MessageItem> {
    const blocks = new BlockList(content);
    const id = this.#items.takeId();
    const item: MessageItem = {
      id,
      seq,
      at,
      type,
      messageId,
      blocks: blocks.view(),
      trimmedChars: 0,
      ...(actor && { actor }),
    };
    const entry = this.#items.add(item, this, blocks);
    if (messageId !== null) this.#byId.set(keyOf(type, messageId), entry);
    return entry;
  }
}

function isMessage(entry: Entry): entry is Entry<MessageItem> {
  const { type } = entry.item;
  return type === "user_message" || type === "agent_message" || type === "thought";
}

function keyOf(type: MessageType, messageId: string): string {
  return `${type} ${messageId}`;
}
