// Three servers on one PostgreSQL, each behind a relay to its clients and one to the database, with clocks that differ.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { startPostgres, type PostgresServer } from "@parley/test-support/postgres";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openPlace, type Place } from "../../e2e/run-parley.ts";
import { root } from "../../repository/workspaces.ts";
import type { WriteEvidence } from "../check/evidence.ts";
import { LEASE_SECONDS } from "../limits.ts";
import { createRandom } from "../plan/random.ts";
import type { PlannedFault } from "../plan/schedule.ts";
import { NOTE_WRITES, READ_WRITES } from "./write-notes.ts";
import { ChaosNode } from "./chaos-node.ts";
import { breaksRelay, frozen, nodeFaults } from "./node-faults.ts";
import { Relay } from "./relay.ts";
import { beginFault, type Fault, type World } from "./world.ts";

const CLOCK = join(root, "test/support/src/clock-off.cjs");
/** By how much the clock of each server is off. */
const CLOCKS_MS = [0, -3_600_000, 3_600_000];

const databaseOf = (world: ThreeNodes, node: number): Relay => world.databases[node] as Relay;

const killsDatabase: Fault<ThreeNodes> = {
  name: "kill-database",
  leastMs: 0,
  mostMs: 6_000,
  weight: 2,
  async begin({ postgres }) {
    await postgres.stop("immediate");
    return () => postgres.start();
  },
};

const endsConnections: Fault<ThreeNodes> = {
  name: "end-connections",
  leastMs: 0,
  mostMs: 0,
  async begin({ postgres }, { seed }) {
    const part = createRandom(seed).next().toFixed(3);
    const words = `select count(pg_terminate_backend(pid)) from pg_stat_activity
      where application_name like 'server-%' and random() < ${part}`;
    await postgres.query(words).catch(() => undefined); // The database may be down at the moment.
    return async () => undefined;
  },
};

const LONG = { leastMs: 500, mostMs: LEASE_SECONDS * 2_000 };

const faults: readonly Fault<ThreeNodes>[] = [
  ...nodeFaults,
  killsDatabase,
  endsConnections,
  breaksRelay("cut-database", databaseOf, LONG, () => ({ kind: "cut" })),
  breaksRelay("slow-database", databaseOf, LONG, (choice) => ({ kind: "slow", delayMs: choice * 150 })),
  breaksRelay("half-open-database", databaseOf, LONG, frozen),
];

export class ThreeNodes implements World {
  readonly token = randomBytes(24).toString("base64url");
  readonly faults = faults;
  readonly nodes: ChaosNode[] = [];
  readonly databases: Relay[] = [];
  readonly postgres: PostgresServer;
  readonly #folder: TempFolder;
  readonly #places: Place[] = [];
  #database = "";

  private constructor(postgres: PostgresServer, folder: TempFolder) {
    this.postgres = postgres;
    this.#folder = folder;
  }

  static async open(): Promise<ThreeNodes> {
    const world = new ThreeNodes(await startPostgres({ isDurable: true }), await createTempFolder());
    try {
      await world.#start();
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  get work(): string {
    return this.#folder.path;
  }

  get witnessFile(): string {
    return this.#folder.file("witnesses");
  }

  begin(planned: PlannedFault): Promise<() => Promise<void>> {
    return beginFault(faults, this, planned);
  }

  async repair(): Promise<void> {
    await this.postgres.stop("immediate");
    await this.postgres.start();
    for (const relay of this.databases) relay.set({ kind: "open" });
    for (const node of this.nodes) {
      node.clients.set({ kind: "open" });
      node.signal("SIGCONT");
      await node.start();
    }
  }

  async readWrites(): Promise<readonly WriteEvidence[]> {
    const rows = (await this.postgres.query(READ_WRITES, this.#database)).split("\n").filter((row) => row !== "");
    return rows.map((row) => JSON.parse(row) as WriteEvidence);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await node[Symbol.asyncDispose]();
    for (const relay of this.databases) await relay[Symbol.asyncDispose]();
    for (const place of this.#places) await place[Symbol.asyncDispose]();
    await this.postgres[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
  }

  async #start(): Promise<void> {
    const url = new URL(await this.postgres.createDatabase());
    this.#database = url.pathname.slice(1);
    for (const [index, offsetMs] of CLOCKS_MS.entries()) {
      const name = `server-${index + 1}`;
      const [place, relay] = [await openPlace(), await Relay.open(this.postgres.port)];
      this.#places.push(place);
      this.databases.push(relay);
      url.port = String(relay.port);
      url.searchParams.set("application_name", name);
      const env = { DATABASE_URL: url.href, PARLEY_TEST_CLOCK_OFF_MS: String(offsetMs) };
      const args = ["--lease-seconds", String(LEASE_SECONDS)];
      const run = { env, node: ["--require", CLOCK] };
      // The first one creates the tables.
      this.nodes.push(await ChaosNode.open({ name, place, args, run, token: this.token }));
      if (index === 0) await this.postgres.query(NOTE_WRITES, this.#database);
    }
  }
}
