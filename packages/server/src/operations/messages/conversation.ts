// A conversation in the native API's format: the messages of a log, with merged chunks.
import type { SessionEvent } from "@parley/acp";
import { createFrameState, type FrameState } from "./frame-state.ts";
import type { NativeContent, NativeMessage } from "./native-message.ts";
import { toFrames } from "./to-frames.ts";

/** Types of parts whose chunks are joined, in the field of the same name. */
const JOINED: ReadonlySet<string> = new Set(["text", "thinking"]);

interface Draft {
  readonly message: NativeMessage;
  readonly parts: DraftPart[];
}

/** Pieces are joined at the end, so that a long answer is not copied with every chunk. */
interface DraftPart {
  readonly content: NativeContent;
  readonly pieces: string[] | undefined;
}

export class Conversation {
  readonly #state: FrameState = createFrameState();
  #drafts: Draft[] = [];

  add(event: SessionEvent): void {
    for (const frame of toFrames(event, this.#state)) {
      if (frame.type === "UpdateConversation") this.#drafts = [];
      else if (frame.type === "Message") this.#take(frame.message);
    }
  }

  messages(): readonly NativeMessage[] {
    return this.#drafts.map(({ message, parts }) => ({ ...message, content: parts.map(finish) }));
  }

  #take(message: NativeMessage): void {
    const last = this.#drafts.at(-1);
    if (last === undefined || last.message.id !== message.id || last.message.role !== message.role) {
      this.#drafts.push({ message, parts: message.content.map(begin) });
      return;
    }
    for (const content of message.content) {
      const part = last.parts.at(-1);
      const piece = pieceOf(content);
      if (part?.pieces !== undefined && part.content.type === content.type && piece !== undefined)
        part.pieces.push(piece);
      else last.parts.push(begin(content));
    }
  }
}

function begin(content: NativeContent): DraftPart {
  const piece = pieceOf(content);
  return { content, pieces: piece === undefined ? undefined : [piece] };
}

function finish({ content, pieces }: DraftPart): NativeContent {
  if (pieces === undefined || pieces.length === 1) return content;
  return { ...content, [content.type]: pieces.join("") };
}

/** Plain text without other fields. */
function pieceOf(content: NativeContent): string | undefined {
  const { type, acp, _meta: meta } = content;
  if (!JOINED.has(type) || acp !== undefined || meta !== undefined) return undefined;
  const value = content[type];
  return typeof value === "string" ? value : undefined;
}
