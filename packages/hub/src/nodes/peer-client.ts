// Calls other servers, each over one connection that it keeps for a while.
import { ParleyError } from "@parley/base";
import type { StoreNode } from "../api/nodes.ts";
import { PeerConnection } from "./peer-connection.ts";
import { OwnerUnreachable, type PeerCall } from "./peer-messages.ts";

export class PeerClient implements Disposable {
  readonly #connections = new Map<string, PeerConnection>();
  readonly #pingMs: number | undefined;
  #isClosed = false;

  constructor({ pingMs }: { readonly pingMs?: number } = {}) {
    this.#pingMs = pingMs;
  }

  /** Rejects with the error of the other server, or with `OwnerUnreachable`. `gone`: stop waiting for it. */
  async call({ url, key, id }: StoreNode, call: PeerCall, gone: AbortSignal): Promise<unknown> {
    if (url === undefined) throw new OwnerUnreachable(`Server ${id} is starting`, false);
    if (this.#isClosed) throw new OwnerUnreachable("This server is shutting down", false);
    const reply = await this.#to({ url, key, id }).call(call, gone);
    if ("isElsewhere" in reply) throw new OwnerUnreachable(`Server ${id} does not own the session`, false);
    if ("value" in reply) return reply.value;
    throw new ParleyError({ ...reply.error, ...(reply.error.remedy && { remedy: reply.error.remedy }) } as never);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const connection of this.#connections.values()) connection.close();
  }

  /** Another server may have the same address later, with another key. */
  #to(node: Pick<StoreNode, "id" | "key"> & { readonly url: string }): PeerConnection {
    const name = `${node.url} ${node.key}`;
    const known = this.#connections.get(name);
    if (known !== undefined) return known;
    const onClose = (): void => void this.#connections.delete(name);
    const connection = new PeerConnection({ node, pingMs: this.#pingMs, onClose });
    this.#connections.set(name, connection);
    return connection;
  }
}
