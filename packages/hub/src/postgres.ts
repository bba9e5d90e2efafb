// The store in PostgreSQL, for servers that outgrow a file.
export { describeDatabase } from "./store/postgres/database-url.ts";
export { openPostgresStore, type PostgresOptions } from "./store/postgres/open-postgres-store.ts";
