// Where sessions of other servers were found a moment ago, so that a request with several calls looks once.
import type { StoreNode } from "../api/nodes.ts";
import { OWNERS_KNOWN_MAX, OWNER_KNOWN_MS } from "../node-limits.ts";

interface Known {
  readonly node: StoreNode;
  readonly untilMs: number;
  /** It was asked for again since it was looked up. */
  isReused: boolean;
}

export class KnownOwners {
  /** The one that was looked up first is first. */
  readonly #known = new Map<string, Known>();

  add(sessionId: string, node: StoreNode): void {
    this.#known.delete(sessionId);
    this.#known.set(sessionId, { node, untilMs: performance.now() + OWNER_KNOWN_MS, isReused: false });
    const [oldest] = this.#known.keys();
    if (this.#known.size > OWNERS_KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
  }

  find(sessionId: string): StoreNode | undefined {
    const known = this.#known.get(sessionId);
    if (known === undefined) return undefined;
    if (performance.now() >= known.untilMs) {
      this.#known.delete(sessionId);
      return undefined;
    }
    known.isReused = true;
    return known.node;
  }

  /** Whether it was known, and used without a look. */
  delete(sessionId: string): boolean {
    const known = this.#known.get(sessionId);
    this.#known.delete(sessionId);
    return known?.isReused === true;
  }
}
