// The chat as the view knows it: applies what the extension sends, in order, and asks again if something is missing.
import { SessionView } from "@parley/chat-model";
import { createTranscript } from "@parley/acp/transcript";
import type { Draft } from "@parley/chat-ui";
import type { ChatState, MessageToView } from "../protocol/chat-protocol.ts";
import { toHost, viewState } from "./vscode-api.ts";
import { ViewDrafts } from "./view-drafts.ts";

type MessageOf<Type extends MessageToView["type"]> = Extract<MessageToView, { readonly type: Type }>;

export class ChatStore {
  readonly drafts = new ViewDrafts();
  readonly #listeners = new Set<() => void>();
  #state: ChatState | undefined;
  #view = new SessionView(createTranscript().snapshot());
  #number = 0;
  #isAsking = false;
  /** Counts what the extension added to the draft, so that the composer reads it again. */
  #draftVersion = 0;

  /** Undefined until the extension has sent the chat. */
  get state(): ChatState | undefined {
    return this.#state;
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
    this.#isAsking = false;
    this.drafts.open(state.session?.id, draft);
    this.#draftVersion += 1;
    viewState.setState({ ...this.drafts.stored, sessionId: state.session?.id });
    this.#tell();
  }

  patches({ number, batch, isMoreComing }: MessageOf<"patches">): void {
    if (number !== this.#number + 1) {
      // One request is enough, however many messages are on their way.
      if (!this.#isAsking) toHost({ type: "again" });
      this.#isAsking = true;
      return;
    }
    this.#number = number;
    this.#view.apply(batch, { isMoreComing });
    toHost({ type: "drawn", number });
  }

  changed({ changes }: MessageOf<"state">): void {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, ...changes };
    this.#tell();
  }

  insert({ text, chips = [] }: MessageOf<"insert">): void {
    const { draft } = this.drafts;
    const next: Draft = {
      text: text === undefined ? draft.text : `${draft.text}${isSpaced(draft.text) ? "" : " "}${text}`,
      chips: [...draft.chips, ...chips],
    };
    this.drafts.keep(next);
    this.#draftVersion += 1;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isSpaced(text: string): boolean {
  return text === "" || /\s$/.test(text);
}
