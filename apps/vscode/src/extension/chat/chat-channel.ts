// The messages of one chat to and from its webview: they wait until the view is ready, patches are numbered, and wishes are
// answered.
import type { AppliedEvent } from "@parley/chat-model";
import type * as vscode from "vscode";
import { UNDRAWN_MAX, WAITING_MESSAGES_MAX } from "../../limits.ts";
import type {
  EarlierPart,
  MessageToHost,
  MessageToView,
  StoredDraft,
  WishResult,
} from "../../protocol/chat-protocol.ts";

export interface OpenedChat {
  readonly message: Extract<MessageToView, { readonly type: "opened" }>;
  /** What follows when that is drawn, the newest first. */
  readonly earlier: readonly EarlierPart[];
}

export type Wish = Omit<Extract<MessageToHost, { readonly type: "wish" }>, "type" | "id">;

export interface ChannelOptions {
  /** The whole of the chat, as it is now. */
  readonly open: () => OpenedChat;
  readonly fulfil: (wish: Wish) => Promise<unknown>;
  readonly onDraft: (sessionId: string | undefined, draft: StoredDraft) => void;
}

export class ChatChannel implements vscode.Disposable {
  readonly #webview: vscode.Webview;
  readonly #options: ChannelOptions;
  readonly #listening: vscode.Disposable;
  #waiting: MessageToView[] | undefined = [];
  #sent = 0;
  #drawn = 0;
  #earlier: EarlierPart[] = [];
  /** What waits until the view has drawn. */
  readonly #waiters: (() => void)[] = [];

  constructor(webview: vscode.Webview, options: ChannelOptions) {
    this.#webview = webview;
    this.#options = options;
    this.#listening = webview.onDidReceiveMessage((message: MessageToHost) => this.#receive(message));
  }

  /** Resolves when the view has drawn enough of what it was sent; undefined if it has. */
  get untilReady(): Promise<void> | undefined {
    if (this.#waiting !== undefined || this.#sent - this.#drawn < UNDRAWN_MAX) return undefined;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Shows the chat from the beginning, such as another session. */
  reopen(): void {
    if (this.#waiting === undefined) this.#open();
  }

  patches(batch: readonly AppliedEvent[], isMoreComing: boolean): void {
    // A view that is not ready yet gets the whole.
    if (this.#waiting !== undefined) return;
    // Patches may be about any item, so the view has all of them first.
    while (this.#earlier.length > 0) this.#sendEarlier();
    this.#sent += 1;
    this.#post({ type: "patches", number: this.#sent, batch, isMoreComing });
  }

  /** What comes before the view is ready waits, within a limit. */
  send(message: Extract<MessageToView, { readonly type: "state" | "insert" | "focusInput" }>): void {
    if (this.#waiting === undefined) this.#post(message);
    else if (message.type !== "state" && this.#waiting.length < WAITING_MESSAGES_MAX) this.#waiting.push(message);
  }

  /** The view is out of sight: its document is gone, and another one is ready when it is seen again. */
  hide(): void {
    this.#waiting ??= [];
    this.#release();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#release();
  }

  #receive(message: MessageToHost): void {
    switch (message.type) {
      case "ready": {
        const waiting = this.#waiting ?? [];
        this.#open();
        for (const one of waiting) this.#post(one);
        return;
      }
      case "again":
        return this.#open();
      case "drawn":
        this.#drawn = Math.max(this.#drawn, message.number);
        if (this.#sent - this.#drawn < UNDRAWN_MAX) this.#release();
        // One at a time, so that the window can do other things in between.
        if (message.number === this.#sent) this.#sendEarlier();
        return;
      case "wish":
        void this.#answer(message.id, message);
        return;
      case "draft":
        return this.#options.onDraft(message.sessionId, message.draft);
    }
  }

  #open(): void {
    const { message, earlier } = this.#options.open();
    this.#waiting = undefined;
    this.#sent = 0;
    this.#drawn = 0;
    this.#earlier = [...earlier];
    this.#release();
    this.#post(message);
  }

  #sendEarlier(): void {
    const part = this.#earlier.shift();
    if (part === undefined) return;
    this.#sent += 1;
    this.#post({ type: "earlier", number: this.#sent, part, isMoreComing: this.#earlier.length > 0 });
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async #answer(id: number, wish: Wish): Promise<void> {
    let result: WishResult;
    try {
      result = { value: await this.#options.fulfil(wish) };
    } catch (error) {
      result = { error: { message: error instanceof Error ? error.message : String(error) } };
    }
    this.#post({ type: "reply", id, result });
  }

  #post(message: MessageToView): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not of a window: it has no origin.
    void this.#webview.postMessage(message);
  }
}
