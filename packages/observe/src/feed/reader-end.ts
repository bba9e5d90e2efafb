// The serving side of one reader: what it knows, what it wants to see, and what it gets next.
import type { Board } from "./board.ts";
import type { BoardSession } from "./board-session.ts";
import { encodeRich } from "./encode-rich.ts";
import type { FeedRequest, OriginMode } from "./origin-format.ts";
import type { Outbox } from "./outbox.ts";
import type { FeedVersion } from "./rich-format.ts";
import { answerRpc } from "./rpc-methods.ts";
import type { ToldNews, Teller } from "./teller.ts";

interface Filter {
  readonly sessionId: string | undefined;
  readonly mode: OriginMode | undefined;
}

export interface ReaderOptions {
  readonly version: FeedVersion;
  readonly mayChange: boolean;
  readonly board: Board;
  readonly teller: Teller;
  readonly outbox: Outbox;
}

export class ReaderEnd {
  readonly #options: ReaderOptions;
  readonly #known = new Set<BoardSession>();
  /** It was told of these, and missed something since. */
  readonly #stale = new Set<BoardSession>();
  #filter: Filter = { sessionId: undefined, mode: undefined };
  #isBehind = false;
  #isReady = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  input(request: FeedRequest): void {
    const { board, mayChange, outbox } = this.#options;
    switch (request.type) {
      case "rpc":
        return outbox.write(`${JSON.stringify(answerRpc(request, board, mayChange))}\n`);
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

  /** There is room again. A reader that is not behind hears of the rest with the next news: told here, it would come twice. */
  hasRoom(): void {
    if (this.#isBehind) this.catchUp();
  }

  /** Everything it does not know yet, as far as there is room; what is left comes when there is room again. */
  catchUp(): void {
    const { board, outbox, teller, version } = this.#options;
    if (this.#isBehind && !outbox.isEmpty) return;
    this.#isBehind = false;
    for (const session of this.#stale) {
      if (!board.has(session)) outbox.write(teller.goneOf(session, version));
    }
    this.#stale.clear();
    for (const session of board.sessions) {
      if (this.#known.has(session) || !this.#wants(session)) continue;
      if (outbox.isFull) {
        this.#isBehind = true;
        return;
      }
      outbox.write(teller.snapshotOf(session, version));
      this.#known.add(session);
    }
    if (this.#isReady) return;
    this.#isReady = true;
    if (version === 2) outbox.write(encodeRich({ type: "ready" }));
  }

  tell(news: ToldNews): void {
    const { outbox, version } = this.#options;
    if (this.#isBehind || outbox.isFull) return this.#miss(news);
    for (const each of news.gone) if (this.#known.delete(each.session)) outbox.write(each.lines(version));
    for (const each of news.changes) {
      if (this.#known.has(each.session)) {
        outbox.write(each.lines(version));
        // The line said why it is the last one.
        if (!this.#wants(each.session)) this.#known.delete(each.session);
      }
      // Its snapshot says the rest.
      else if (version === 1 && this.#wants(each.session)) this.#tellFirst(each.session, each.blocked());
    }
    this.catchUp();
  }

  /** Of what it missed something of it gets a snapshot, once it has taken what is waiting. */
  #miss({ changes, gone }: ToldNews): void {
    for (const { session } of [...changes, ...gone]) {
      if (this.#known.delete(session)) this.#stale.add(session);
    }
    this.#isBehind ||= this.#stale.size > 0;
  }

  #tellFirst(session: BoardSession, blocked: string): void {
    const { outbox, teller, version } = this.#options;
    outbox.write(teller.snapshotOf(session, version));
    outbox.write(blocked);
    this.#known.add(session);
  }

  #wants(session: BoardSession): boolean {
    const { sessionId, mode } = this.#filter;
    return (
      (sessionId === undefined || session.sessionId === sessionId) && (mode === undefined || mode === session.mode)
    );
  }
}
