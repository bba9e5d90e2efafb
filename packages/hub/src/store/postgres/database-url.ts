// The address of a database: checked, and shown without its password.
import { ParleyError } from "@parley/base";

const SCHEMES = new Set(["postgres:", "postgresql:"]);

/** Throws `bad_config` unless it is one of PostgreSQL. The message never contains the address: it may have a password. */
export function checkDatabaseUrl(url: string): void {
  if (SCHEMES.has(parse(url)?.protocol ?? "")) return;
  throw new ParleyError({
    code: "bad_config",
    message: "The database address is not one of PostgreSQL",
    remedy: { label: "Use the form postgres://USER:PASSWORD@HOST:5432/DATABASE" },
  });
}

/** For people and logs: without the password, and without parameters, which may contain one. */
export function describeDatabase(url: string): string {
  const parsed = parse(url);
  if (parsed === undefined) return "the database";
  const host = parsed.host === "" ? (parsed.searchParams.get("host") ?? "localhost") : parsed.host;
  const user = parsed.username === "" ? "" : `${parsed.username}@`;
  return `postgres://${user}${host}${parsed.pathname}`;
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
