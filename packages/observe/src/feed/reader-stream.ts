// The server side of one reader: what it has received, its filter, and its next updates.
import type { FeedState } from "./feed-state.ts";
import type { FeedSession } from "./feed-session.ts";
import { encodeV2 } from "./encode-v2.ts";
import type { FeedRequest, FeedSessionMode } from "./v1-format.ts";
import type { Outbox } from "./outbox.ts";
import type { FeedVersion } from "./v2-format.ts";
import { answerRpc } from "./rpc-methods.ts";
import type { EncodedNews, FeedEncoder } from "./feed-encoder.ts";

interface Filter {
  readonly sessionId: string | undefined;
  readonly mode: FeedSessionMode | undefined;
}

export interface ReaderOptions {
  readonly version: FeedVersion;
  readonly mayChange: boolean;
  readonly state: FeedState;
  readonly encoder: FeedEncoder;
  readonly outbox: Outbox;
}

export class ReaderStream {
  readonly #options: ReaderOptions;
  readonly #known = new Set<FeedSession>();
  /** Sessions that it has received, but missed updates of. */
  readonly #stale = new Set<FeedSession>();
  #filter: Filter = { sessionId: undefined, mode: undefined };
  #isBehind = false;
  #isReady = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  input(request: FeedRequest): void {
    const { state, mayChange, outbox } = this.#options;
    switch (request.type) {
      case "rpc":
        return outbox.write(`${JSON.stringify(answerRpc(request, state, mayChange))}\n`);
      case "request_snapshot":
        for (const session of this.#known) {
          if (request.session_id === undefined || session.sessionId === request.session_id) this.#known.delete(session);
        }
        return this.catchUp();
      case "set_stream_filter":
        this.#filter = { sessionId: request.session_id, mode: request.session_mode };
        for (const session of this.#known) if (!this.#wants(session)) this.#known.delete(session);
        return this.catchUp();
    }
  }

  /** Called when there is room again. A reader that is not behind gets the rest with the next update. */
  hasRoom(): void {
    if (this.#isBehind) this.catchUp();
  }

  /** Sends the sessions it does not have yet, as far as there is room; the rest follows later. */
  catchUp(): void {
    const { state, outbox, encoder, version } = this.#options;
    if (this.#isBehind && !outbox.isEmpty) return;
    this.#isBehind = false;
    for (const session of this.#stale) {
      if (!state.has(session)) outbox.write(encoder.goneOf(session, version));
    }
    this.#stale.clear();
    for (const session of state.sessions) {
      if (this.#known.has(session) || !this.#wants(session)) continue;
      if (outbox.isFull) {
        this.#isBehind = true;
        return;
      }
      outbox.write(encoder.snapshotOf(session, version));
      this.#known.add(session);
    }
    if (this.#isReady) return;
    this.#isReady = true;
    if (version === 2) outbox.write(encodeV2({ type: "ready" }));
  }

  tell(news: EncodedNews): void {
    const { outbox, version } = this.#options;
    if (this.#isBehind || outbox.isFull) return this.#miss(news);
    for (const each of news.gone) if (this.#known.delete(each.session)) outbox.write(each.lines(version));
    for (const each of news.changes) {
      if (this.#known.has(each.session)) {
        outbox.write(each.lines(version));
        // Its last line shows why no more follow.
        if (!this.#wants(each.session)) this.#known.delete(each.session);
      }
      // Its snapshot contains the rest.
      else if (version === 1 && this.#wants(each.session)) this.#tellFirst(each.session, each.blocked());
    }
    this.catchUp();
  }

  /** A session with missed updates is sent as a snapshot once the queue is empty. */
  #miss({ changes, gone }: EncodedNews): void {
    for (const { session } of [...changes, ...gone]) {
      if (this.#known.delete(session)) this.#stale.add(session);
    }
    this.#isBehind ||= this.#stale.size > 0;
  }

  #tellFirst(session: FeedSession, blocked: string): void {
    const { outbox, encoder, version } = this.#options;
    outbox.write(encoder.snapshotOf(session, version));
    outbox.write(blocked);
    this.#known.add(session);
  }

  #wants(session: FeedSession): boolean {
    const { sessionId, mode } = this.#filter;
    return (
      (sessionId === undefined || session.sessionId === sessionId) && (mode === undefined || mode === session.mode)
    );
  }
}
