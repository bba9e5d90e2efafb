// The embedded store: one file, one process.
export { describeDriver } from "./store/sqlite/describe-driver.ts";
export { openSqliteReader, openSqliteStore, type SqliteOptions } from "./store/sqlite/open-sqlite-store.ts";
