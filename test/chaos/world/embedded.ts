// One server on the embedded store, which is killed and started again, whose disk fills up and whose clock goes back.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlace, type Place } from "../../e2e/run-parley.ts";
import { root } from "../../repository/workspaces.ts";
import { DISK_MEGABYTES } from "../limits.ts";
import type { PlannedFault } from "../plan/schedule.ts";
import { ChaosNode } from "./chaos-node.ts";
import { nodeFaults } from "./node-faults.ts";
import { beginFault, type Fault, type World } from "./world.ts";

const CLOCK = join(root, "test/support/src/clock-back.cjs");

const fillsDisk: Fault<Embedded> = {
  name: "fill-disk",
  leastMs: 500,
  mostMs: 5_000,
  weight: 3,
  async begin(world) {
    world.fillDisk();
    return async () => world.freeDisk();
  },
};

const clockGoesBack: Fault<Embedded> = {
  name: "clock-back",
  leastMs: 0,
  mostMs: 0,
  async begin({ nodes }) {
    nodes[0]?.signal("SIGUSR2");
    return async () => undefined;
  },
};

export class Embedded implements World {
  readonly token = randomBytes(24).toString("base64url");
  readonly nodes: ChaosNode[] = [];
  /** Undefined where mounting is not permitted: then the disk does not fill up. */
  readonly #disk: string | undefined;
  readonly #folder: TempFolder;
  readonly #place: Place;

  private constructor(folder: TempFolder, place: Place, disk: string | undefined) {
    this.#folder = folder;
    this.#place = place;
    this.#disk = disk;
  }

  static async open(): Promise<Embedded> {
    const world = new Embedded(await createTempFolder(), await openPlace(), mountSmallDisk());
    try {
      const home = world.#disk === undefined ? world.#place.home : join(world.#disk, "home");
      mkdirSync(home, { recursive: true, mode: 0o700 });
      const run = { env: { PARLEY_HOME: home }, node: ["--require", CLOCK] };
      const node = { name: "server-1", place: world.#place, args: [], run, token: world.token };
      world.nodes.push(await ChaosNode.open(node));
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  get faults(): readonly Fault<Embedded>[] {
    return [...nodeFaults, clockGoesBack, ...(this.#disk === undefined ? [] : [fillsDisk])];
  }

  get work(): string {
    return this.#folder.path;
  }

  get witnessFile(): string {
    return this.#folder.file("witnesses");
  }

  begin(planned: PlannedFault): Promise<() => Promise<void>> {
    return beginFault(this.faults, this, planned);
  }

  async repair(): Promise<void> {
    this.freeDisk();
    for (const node of this.nodes) {
      node.clients.set({ kind: "open" });
      node.signal("SIGCONT");
      await node.start();
    }
  }

  async readWrites(): Promise<readonly []> {
    return [];
  }

  fillDisk(): void {
    try {
      for (;;) appendFileSync(join(this.#disk ?? "", "filling"), Buffer.alloc(64 * 1024));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }

  freeDisk(): void {
    if (this.#disk !== undefined) rmSync(join(this.#disk, "filling"), { force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await node[Symbol.asyncDispose]();
    await this.#place[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
    if (this.#disk === undefined) return;
    execFileSync("umount", [this.#disk]);
    rmdirSync(this.#disk);
  }
}

function mountSmallDisk(): string | undefined {
  if (process.platform !== "linux") return undefined;
  const path = mkdtempSync(join(tmpdir(), "parley-disk-"));
  try {
    const size = `size=${DISK_MEGABYTES}m,mode=0700`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", path], { stdio: "ignore" });
    return path;
  } catch {
    rmdirSync(path);
    return undefined;
  }
}
