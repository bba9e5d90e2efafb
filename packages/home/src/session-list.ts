// Which sessions there are, for whoever lists them and does no more: the rest of the store is not loaded.
export { createSessionLister, type SessionLister, type SessionListerOptions } from "./log/create-session-lister.ts";
export type { ListedSession, SessionFilter, SessionInfo, SessionListing } from "./log/session-store.ts";
