// Open streams, WebSockets and requests of callers with keys, which end when the keys are revoked.
import type { EventEmitter } from "node:events";
import { TOKEN_NAME, type KeyRing } from "../auth/key-ring.ts";
import type { Caller } from "../http/dialect.ts";

interface Open extends Pick<EventEmitter, "once"> {
  destroy(): unknown;
}

export interface OpenCallers {
  /** Counted until it closes. */
  opened(caller: Caller, open: Open): void;
}

export function createOpenCallers(keys: Pick<KeyRing, "onRevoked">): OpenCallers {
  const all = new Map<Caller, Set<Open>>();
  keys.onRevoked((callers) => {
    for (const caller of callers) for (const open of all.get(caller) ?? []) open.destroy();
  });
  return {
    opened(caller, open) {
      // The token is not revoked while the server runs.
      if (caller.name === TOKEN_NAME) return;
      const own = all.get(caller) ?? new Set();
      all.set(caller, own.add(open));
      open.once("close", () => {
        own.delete(open);
        if (own.size === 0 && all.get(caller) === own) all.delete(caller);
      });
    },
  };
}
