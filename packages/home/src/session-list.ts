// The list of sessions alone, for code that needs nothing else of the store.
export { createSessionLister, type SessionLister, type SessionListerOptions } from "./log/create-session-lister.ts";
export type { ListedSession, SessionFilter, SessionInfo, SessionListing } from "./log/session-store.ts";
