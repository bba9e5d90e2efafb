// News as bytes: encoded once for each version, however many read them.
import type { Board } from "./board.ts";
import type { BoardChange, BoardSession } from "./board-session.ts";
import { encodeBlocked, encodeOriginChange, encodeOriginGone, encodeOriginSnapshot } from "./encode-origin.ts";
import { encodeRich, encodeRichChange, encodeRichSnapshot } from "./encode-rich.ts";
import type { FeedVersion } from "./rich-format.ts";

interface ToldChange {
  readonly session: BoardSession;
  lines(version: FeedVersion): Buffer;
  /** What was refused, on its own. */
  blocked(): string;
}

export interface ToldNews {
  readonly changes: readonly ToldChange[];
  readonly gone: readonly Pick<ToldChange, "session" | "lines">[];
}

interface Snapshot {
  readonly revision: number;
  readonly bytes: Buffer;
}

export class Teller {
  readonly #snapshots: Readonly<Record<FeedVersion, WeakMap<BoardSession, Snapshot>>> = {
    1: new WeakMap(),
    2: new WeakMap(),
  };

  takeNews(board: Board): ToldNews {
    const { changes, gone } = board.takeNews();
    for (const { session } of changes) for (const kept of Object.values(this.#snapshots)) kept.delete(session);
    return {
      changes: changes.map((change) => ({
        session: change.session,
        lines: once((version) => encodeChange(change, version)),
        blocked: () => encodeBlocked(change.session, change.blocked),
      })),
      gone: gone.map((session) => ({ session, lines: (version) => this.goneOf(session, version) })),
    };
  }

  snapshotOf(session: BoardSession, version: FeedVersion): Buffer {
    const kept = this.#snapshots[version].get(session);
    if (kept?.revision === session.revision) return kept.bytes;
    const bytes = Buffer.from(version === 1 ? encodeOriginSnapshot(session) : encodeRichSnapshot(session));
    this.#snapshots[version].set(session, { revision: session.revision, bytes });
    return bytes;
  }

  goneOf(session: BoardSession, version: FeedVersion): Buffer {
    const { agentId, sessionId } = session;
    return Buffer.from(version === 1 ? encodeOriginGone(session) : encodeRich({ type: "gone", agentId, sessionId }));
  }
}

function encodeChange(change: BoardChange, version: FeedVersion): string {
  return version === 1 ? encodeOriginChange(change) : encodeRichChange(change);
}

function once(encode: (version: FeedVersion) => string): (version: FeedVersion) => Buffer {
  const kept = new Map<FeedVersion, Buffer>();
  return (version) => {
    const bytes = kept.get(version) ?? Buffer.from(encode(version));
    kept.set(version, bytes);
    return bytes;
  };
}
