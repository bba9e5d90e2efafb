// The session store, which is loaded on first use, while the agent boots.
import type { SessionStore } from "@parley/home/session-log";

export function lazyStore(load: () => Promise<SessionStore>): SessionStore {
  let loaded: Promise<SessionStore> | undefined;
  const store = (): Promise<SessionStore> => (loaded ??= load());
  return {
    create: async (session) => (await store()).create(session),
    open: async (id) => (await store()).open(id),
    read: async (id) => (await store()).read(id),
    list: async (filter) => (await store()).list(filter),
    find: async (text) => (await store()).find(text),
    delete: async (id) => (await store()).delete(id),
    async *search(query, options) {
      yield* (await store()).search(query, options);
    },
  };
}
