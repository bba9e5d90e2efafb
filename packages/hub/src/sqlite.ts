// The embedded store: one file, one process.
export { openSqliteReader, openSqliteStore, type SqliteOptions } from "./store/sqlite/open-sqlite-store.ts";
