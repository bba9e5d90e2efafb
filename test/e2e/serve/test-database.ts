// Databases for servers of tests. With PARLEY_TEST_STORE=postgres, every server of a test has its sessions in PostgreSQL.
import { startPostgres, type PostgresServer } from "@parley/test-support/postgres";

const SHARED: ReadonlySet<string> = new Set(["postgres", "three-nodes"]);

let server: Promise<PostgresServer> | undefined;
const urls = new Map<string, Promise<string>>();

/** One for all files of a worker; it ends with the worker. */
export function testPostgres(): Promise<PostgresServer> {
  return (server ??= startPostgres());
}

/** What a server in a home is started with: the same database again after a restart. */
export async function databaseFor(home: string): Promise<Readonly<Record<string, string>>> {
  if (!SHARED.has(process.env["PARLEY_TEST_STORE"] ?? "")) return {};
  const url = urls.get(home) ?? testPostgres().then((postgres) => postgres.createDatabase());
  urls.set(home, url);
  return { DATABASE_URL: await url };
}
