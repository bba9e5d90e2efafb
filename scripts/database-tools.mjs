// Installs what the tests of the store in PostgreSQL need, where that is possible without asking: by root, from Debian's packages.
// Best effort: without it those tests are skipped, and one line says so.
import { existsSync } from "node:fs";
import { installPackage } from "./debian-packages.mjs";

const PLACES = [
  process.env["POSTGRES_BIN"] ?? "",
  "/usr/lib/postgresql",
  "/usr/local/bin/postgres",
  "/opt/homebrew/bin/postgres",
];

export function ensurePostgres(say) {
  if (PLACES.some((path) => path !== "" && existsSync(path))) return;
  if (process.platform === "linux" && installPackage("postgresql")) return;
  say("PostgreSQL is not installed, so the tests with it are skipped: apt-get install postgresql, or set POSTGRES_BIN");
}
