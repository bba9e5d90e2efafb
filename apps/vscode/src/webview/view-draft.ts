// What is being written in one chat, kept twice: by the view, whose state outlives a lost host, and by the extension, which
// outlives the view.
import { isObject } from "@parley/base";
import type { Draft, DraftKeeper } from "@parley/chat-ui";
import type { StoredDraft } from "../protocol/chat-protocol.ts";
import { toHost, viewState } from "./vscode-api.ts";

const EMPTY: StoredDraft = { text: "", chips: [], atMs: 0 };

interface StoredState {
  readonly sessionId?: string | undefined;
  readonly draft?: StoredDraft | undefined;
}

export class ViewDraft implements DraftKeeper {
  readonly #sessionId: string | undefined;
  #draft: StoredDraft;
  #isShown = true;

  /** The newer of both copies counts. */
  constructor(sessionId: string | undefined, kept: StoredDraft = EMPTY) {
    const own = readState();
    const ownDraft = own.sessionId === sessionId ? (own.draft ?? EMPTY) : EMPTY;
    this.#sessionId = sessionId;
    this.#draft = ownDraft.atMs > kept.atMs ? ownDraft : kept;
    this.#store();
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** The view shows another chat, whose draft is the one in its state. */
  leave(): void {
    this.#isShown = false;
  }

  /** Also after it was left, because a prompt that the server has taken since is not a draft. */
  keep(draft: Draft): boolean {
    this.#draft = { ...draft, atMs: Date.now() };
    if (this.#isShown) this.#store();
    toHost({ type: "draft", sessionId: this.#sessionId, draft: this.#draft });
    return true;
  }

  #store(): void {
    viewState.setState({ sessionId: this.#sessionId, draft: this.#draft } satisfies StoredState);
  }
}

/** Whatever another version of the view stored there. */
function readState(): StoredState {
  const state = viewState.getState();
  if (!isObject(state)) return {};
  const { sessionId, draft } = state;
  const isDraft = isObject(draft) && typeof draft["text"] === "string" && typeof draft["atMs"] === "number";
  return {
    sessionId: typeof sessionId === "string" ? sessionId : undefined,
    draft: isDraft && Array.isArray(draft["chips"]) ? (draft as unknown as StoredDraft) : undefined,
  };
}
