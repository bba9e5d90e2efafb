// What the server asked the editor: under ids of ours, since each connection of the server counts anew.
import type { RequestId } from "@parley/rpc";

export class AskedQuestions {
  readonly #open = new Map<number, RequestId>();
  #last = 0;

  /** The id that the editor sees. */
  add(serverId: RequestId): number {
    this.#last += 1;
    this.#open.set(this.#last, serverId);
    return this.#last;
  }

  /** The server's id; undefined for an answer to a connection that is gone. */
  take(id: RequestId): RequestId | undefined {
    if (typeof id !== "number") return undefined;
    const serverId = this.#open.get(id);
    this.#open.delete(id);
    return serverId;
  }

  /** What the editor knows a question of the server as. It stays open: its answer is owed still. */
  find(serverId: unknown): number | undefined {
    for (const [id, asked] of this.#open) if (asked === serverId) return id;
    return undefined;
  }

  /** The connection is gone, and whoever asked with it: the ids of what the editor was asked. */
  clear(): readonly number[] {
    const ids = [...this.#open.keys()];
    this.#open.clear();
    return ids;
  }
}
