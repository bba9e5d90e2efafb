// Encodes updates once per version, for any number of readers.
import type { FeedState } from "./feed-state.ts";
import type { FeedSessionChange, FeedSession } from "./feed-session.ts";
import { encodeBlocked, encodeV1Change, encodeV1Gone, encodeV1Snapshot } from "./encode-v1.ts";
import { encodeV2, encodeV2Change, encodeV2Snapshot } from "./encode-v2.ts";
import type { FeedVersion } from "./v2-format.ts";

interface EncodedChange {
  readonly session: FeedSession;
  lines(version: FeedVersion): Buffer;
  /** Blocked requests have their own line. */
  blocked(): string;
}

export interface EncodedNews {
  readonly changes: readonly EncodedChange[];
  readonly gone: readonly Pick<EncodedChange, "session" | "lines">[];
}

interface Snapshot {
  readonly revision: number;
  readonly bytes: Buffer;
}

export class FeedEncoder {
  readonly #snapshots: Readonly<Record<FeedVersion, WeakMap<FeedSession, Snapshot>>> = {
    1: new WeakMap(),
    2: new WeakMap(),
  };

  takeNews(state: FeedState): EncodedNews {
    const { changes, gone } = state.takeNews();
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

  snapshotOf(session: FeedSession, version: FeedVersion): Buffer {
    const kept = this.#snapshots[version].get(session);
    if (kept?.revision === session.revision) return kept.bytes;
    const bytes = Buffer.from(version === 1 ? encodeV1Snapshot(session) : encodeV2Snapshot(session));
    this.#snapshots[version].set(session, { revision: session.revision, bytes });
    return bytes;
  }

  goneOf(session: FeedSession, version: FeedVersion): Buffer {
    const { agentId, sessionId } = session;
    return Buffer.from(version === 1 ? encodeV1Gone(session) : encodeV2({ type: "gone", agentId, sessionId }));
  }
}

function encodeChange(change: FeedSessionChange, version: FeedVersion): string {
  return version === 1 ? encodeV1Change(change) : encodeV2Change(change);
}

function once(encode: (version: FeedVersion) => string): (version: FeedVersion) => Buffer {
  const kept = new Map<FeedVersion, Buffer>();
  return (version) => {
    const bytes = kept.get(version) ?? Buffer.from(encode(version));
    kept.set(version, bytes);
    return bytes;
  };
}
