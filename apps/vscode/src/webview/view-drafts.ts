// What is being written, kept twice: by the view, whose state outlives a lost host, and by the extension, which outlives the view.
import { isObject } from "@parley/base";
import type { Draft, DraftKeeper } from "@parley/chat-ui";
import type { StoredDraft } from "../protocol/chat-protocol.ts";
import { toHost, viewState } from "./vscode-api.ts";

const EMPTY: StoredDraft = { text: "", chips: [], atMs: 0 };

interface StoredState {
  readonly sessionId?: string | undefined;
  readonly draft?: StoredDraft | undefined;
}

export class ViewDrafts implements DraftKeeper {
  #sessionId: string | undefined;
  #draft: StoredDraft = EMPTY;

  get draft(): Draft {
    return this.#draft;
  }

  get stored(): StoredState {
    return { sessionId: this.#sessionId, draft: this.#draft };
  }

  /** The newer of both copies counts. */
  open(sessionId: string | undefined, kept: StoredDraft | undefined): void {
    this.#sessionId = sessionId;
    const own = readState();
    const ownDraft = own.sessionId === sessionId ? own.draft : undefined;
    this.#draft = [kept ?? EMPTY, ownDraft ?? EMPTY].toSorted((one, other) => other.atMs - one.atMs)[0] ?? EMPTY;
  }

  keep(draft: Draft): boolean {
    this.#draft = { ...draft, atMs: Date.now() };
    viewState.setState(this.stored);
    toHost({ type: "draft", sessionId: this.#sessionId, draft: this.#draft });
    return true;
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
