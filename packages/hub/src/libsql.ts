// The embedded store: one file, one process.
export { openLibsqlReader, openLibsqlStore, type LibsqlOptions } from "./store/libsql/open-libsql-store.ts";
