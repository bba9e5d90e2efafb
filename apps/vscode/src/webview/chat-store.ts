// The chat as the view knows it: applies what the extension sends, in order, and asks again if something is missing.
import { SessionView } from "@parley/chat-model";
import { createTranscript } from "@parley/acp/transcript";
import type { ChatPort, Draft } from "@parley/chat-ui";
import type { ChatState, EarlierPart, MessageToView, StoredDraft } from "../protocol/chat-protocol.ts";
import { ViewDraft } from "./view-draft.ts";
import { toHost } from "./vscode-api.ts";
import { createPort } from "./wishes.ts";

type MessageOf<Type extends MessageToView["type"]> = Extract<MessageToView, { readonly type: Type }>;

/** The chat that the view shows: a session, or a new chat. */
interface ShownChat {
  readonly sessionId: string | undefined;
  readonly draft: ViewDraft;
  readonly port: ChatPort;
}

export class ChatStore {
  readonly #listeners = new Set<() => void>();
  #state: ChatState | undefined;
  #shown: ShownChat | undefined;
  #view = new SessionView(createTranscript().snapshot());
  #number = 0;
  /** What is before the items of the view, as far as it has come; the newest first. */
  #earlier: EarlierPart[] = [];
  #isAsking = false;
  /** Counts what the extension added to the draft, so that the composer reads it again. */
  #draftVersion = 0;

  /** Undefined until the extension has sent the chat. */
  get state(): ChatState | undefined {
    return this.#state;
  }

  /** What is being written, and what can be wished there: of the chat that is shown. */
  get shown(): ShownChat {
    return (this.#shown ??= showChat(undefined, undefined));
  }

  /** Another one for every session, and after a gap. */
  get view(): SessionView {
    return this.#view;
  }

  get draftVersion(): number {
    return this.#draftVersion;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  opened({ state, snapshot, draft }: MessageOf<"opened">): void {
    this.#state = state;
    this.#view = new SessionView(snapshot ?? createTranscript().snapshot());
    this.#number = 0;
    this.#earlier = [];
    this.#isAsking = false;
    // After a gap it is the same chat, in which the user may be typing.
    const sessionId = state.session?.id;
    if (this.#shown?.sessionId !== sessionId || this.#shown === undefined) {
      this.#shown?.draft.leave();
      this.#shown = showChat(sessionId, draft);
      this.#draftVersion += 1;
    }
    this.#tell();
    // The rest of a long session comes when this is on the screen.
    requestAnimationFrame(() => setTimeout(() => toHost({ type: "drawn", number: 0 })));
  }

  /** Nothing else changes the view in between, so it is made once, of all parts. */
  earlier({ number, part, isMoreComing }: MessageOf<"earlier">): void {
    if (!this.#isNext(number)) return;
    this.#earlier.push(part);
    if (!isMoreComing) {
      const end = this.#view.snapshot();
      const parts = [...this.#earlier.splice(0).toReversed(), end];
      const items = parts.flatMap((one) => one.items);
      const ended = parts.flatMap((one) => one.ended ?? []);
      this.#view = new SessionView({ ...end, items, ended });
      this.#tell();
    }
    toHost({ type: "drawn", number });
  }

  patches({ number, batch, isMoreComing }: MessageOf<"patches">): void {
    if (!this.#isNext(number)) return;
    this.#view.apply(batch, { isMoreComing });
    toHost({ type: "drawn", number });
  }

  /** If not, something is missing, and everything is asked for again. */
  #isNext(number: number): boolean {
    const isNext = number === this.#number + 1;
    if (isNext) this.#number = number;
    // One request is enough, however many messages are on their way.
    else if (!this.#isAsking) toHost({ type: "again" });
    this.#isAsking ||= !isNext;
    return isNext;
  }

  changed({ changes }: MessageOf<"state">): void {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, ...changes };
    this.#tell();
  }

  insert({ text, chips = [] }: MessageOf<"insert">): void {
    const { draft: keeper } = this.shown;
    const { draft } = keeper;
    const next: Draft = {
      text: text === undefined ? draft.text : `${draft.text}${isSpaced(draft.text) ? "" : " "}${text}`,
      chips: [...draft.chips, ...chips],
    };
    keeper.keep(next);
    this.#draftVersion += 1;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function showChat(sessionId: string | undefined, kept: StoredDraft | undefined): ShownChat {
  return { sessionId, draft: new ViewDraft(sessionId, kept), port: createPort(sessionId) };
}

function isSpaced(text: string): boolean {
  return text === "" || /\s$/.test(text);
}
