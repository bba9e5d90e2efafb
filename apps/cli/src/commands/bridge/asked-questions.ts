// The server's requests to the editor get the bridge's ids, because every connection of the server restarts its
// numbering.
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

  /** The server's id, or undefined if the answer is for a connection that was lost. */
  take(id: RequestId): RequestId | undefined {
    if (typeof id !== "number") return undefined;
    const serverId = this.#open.get(id);
    this.#open.delete(id);
    return serverId;
  }

  /** The editor's id for a request of the server, which stays open until the editor answers. */
  find(serverId: unknown): number | undefined {
    for (const [id, asked] of this.#open) if (asked === serverId) return id;
    return undefined;
  }

  /** The connection was lost, so its requests can be cancelled: returns their ids in the editor. */
  clear(): readonly number[] {
    const ids = [...this.#open.keys()];
    this.#open.clear();
    return ids;
  }
}
