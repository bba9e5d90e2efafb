// A real PostgreSQL for tests: the one of this machine, with its own data, as a user without privileges.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
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
    const args = ["-X", "-At", "-h", "127.0.0.1", "-p", String(this.port), "-U", "parley", "-d", database, "-c", words];
    return (await run(join(POSTGRES ?? "", "psql"), args)).stdout.trim();
  }

  async start(): Promise<void> {
    const quick = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];
    const settings = [...(this.#options.isDurable === true ? [] : quick), ...(this.#options.settings ?? [])];
    const args = ["-D", this.#data, "-k", this.folder, "-h", "127.0.0.1", "-p", String(this.port)];
    const child = spawn(join(POSTGRES ?? "", "postgres"), [...args, ...settings.flatMap((one) => ["-c", one])], {
      ...this.#user,
      cwd: this.folder,
      stdio: "ignore",
    });
    this.#child = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    for (;;) {
      try {
        await this.query("select 1");
        return;
      } catch (error) {
        if (child.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, START_CHECK_MS));
      }
    }
  }

  async stop(how: "immediate" | "fast"): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
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

/** A test that timed out disposes of nothing; its servers must not outlive the run all the same. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGQUIT");
});

/** The folder with initdb, postgres and psql. */
function findBinaries(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = [
    ...(process.env["POSTGRES_BIN"] === undefined ? [] : [process.env["POSTGRES_BIN"]]),
    ...versions.map((version) => join(debian, version, "bin")),
    "/usr/local/bin",
    "/opt/homebrew/bin",
  ];
  return folders.find((folder) => ["initdb", "postgres", "psql"].every((name) => existsSync(join(folder, name))));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
