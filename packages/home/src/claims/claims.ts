// One process at a time for each path. Node has no file locks, and a lock file that outlived its owner cannot be taken
// over without a race. So every process creates a claim under its own name, next to the path, and then looks for
// others: of two, at least one sees the other, and any process can remove the claim of a dead one, because no living
// claim has that name.
import { createId, parseObject, hasErrno } from "@parley/base";
import { existsSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { namesIn, PRIVATE_MODE } from "../files/own-file.ts";
import { claimedBy } from "./claim-name.ts";
import {
  CLAIM_AGE_MS,
  CLAIM_ATTEMPTS_MIN,
  CLAIM_BEATS,
  CLAIM_BYTES_MAX,
  CLAIM_EMPTY_AGE_MS,
  CLAIM_LOOK_MS,
  CLAIM_RETRY_MS,
} from "../limits.ts";
import { identifyThisProcess, isRunning, type ProcessIdentity } from "./process-identity.ts";

/** The name of a claim while it is being written. */
const WRITING = ".writing";

/** A process that holds the path, or is about to. */
export interface Holder {
  /** Path of the claim. */
  readonly path: string;
  /** Undefined while the claim is still being written. */
  readonly process: ProcessIdentity | undefined;
}

export interface Claim extends AsyncDisposable {
  /** False if it was removed: by hand, or by another machine because this process was suspended for too long. */
  isHeld(): boolean;
  /** Creates it again if it was removed. */
  renew(): void;
  release(): void;
}

export interface ClaimOptions {
  /** How long to wait for the holder (default: not at all). */
  readonly waitMs?: number | undefined;
  /** How long a process that cannot be checked (on another machine, in another container) may be silent. */
  readonly ageMs?: number | undefined;
}

/** The claim, or its holder. The folder of `path` must exist; `path` itself need not. */
export async function takeClaim(path: string, options: ClaimOptions = {}): Promise<Claim | Holder> {
  const { waitMs = 0, ageMs = CLAIM_AGE_MS } = options;
  const deadline = performance.now() + waitMs;
  const name = `${basename(path)}.${createId()}.claim`;
  const claim = new OwnClaim(join(dirname(path), name), await identifyThisProcess(), ageMs);
  const isEarlier = (other: Holder): boolean => other.path < claim.path;
  const findOthers = (): Promise<Holder[]> => findLiving(path, ageMs, claim.path);
  try {
    for (let attempt = 1; ; attempt += 1) {
      let others = await findOthers();
      if (!others.some(isEarlier)) {
        claim.renew();
        others = await findOthers();
      }
      const [holder] = others;
      if (holder === undefined) return claim;
      const isOver = attempt >= CLAIM_ATTEMPTS_MIN && performance.now() >= deadline;
      // If several start at once, the earliest keeps its claim and waits for the others to withdraw.
      if (isOver || others.some(isEarlier)) claim.release();
      if (isOver) return holder;
      await sleep((attempt < CLAIM_ATTEMPTS_MIN ? CLAIM_RETRY_MS : CLAIM_LOOK_MS) * (1 + Math.random()));
    }
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** Whether any process holds it; claims of dead processes are removed. */
export async function isClaimed(path: string): Promise<boolean> {
  return (await findLiving(path, CLAIM_AGE_MS)).length > 0;
}

async function findLiving(path: string, ageMs: number, own?: string): Promise<Holder[]> {
  const living: Holder[] = [];
  for (const name of await namesIn(dirname(path))) {
    const claim = join(dirname(path), name);
    if (claimedBy(name) !== basename(path) || claim === own) {
      if (isLeft(claim, path)) remove(claim);
      continue;
    }
    const holder = readHolder(claim);
    if (holder === undefined) continue;
    if (await isLiving(holder, ageMs)) living.push(holder);
    else remove(claim);
  }
  return living;
}

/** A claim that was never finished, because its process was killed. */
function isLeft(file: string, path: string): boolean {
  const isUnfinished = file.endsWith(WRITING) && claimedBy(basename(file, WRITING)) === basename(path);
  return isUnfinished && ageOf(file) > CLAIM_EMPTY_AGE_MS;
}

async function isLiving({ path, process: owner }: Holder, ageMs: number): Promise<boolean> {
  if (owner === undefined) return ageOf(path) < CLAIM_EMPTY_AGE_MS;
  return (await isRunning(owner)) ?? ageOf(path) < ageMs;
}

/** `undefined`: it has just been released. */
function readHolder(path: string): Holder | undefined {
  try {
    const fields = parseObject(readFileSync(path, "utf8").slice(0, CLAIM_BYTES_MAX)) ?? {};
    const { pid } = fields;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return { path, process: undefined };
    const word = (name: string): string => (typeof fields[name] === "string" ? fields[name] : "");
    const owner = { pid, host: word("host"), boot: word("boot"), space: word("space"), start: word("start") };
    return { path, process: owner };
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

function ageOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? Number.POSITIVE_INFINITY : Date.now() - stats.mtimeMs;
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!hasErrno(error, "ENOENT")) throw error;
  }
}

class OwnClaim implements Claim {
  readonly path: string;
  readonly #text: string;
  readonly #beatMs: number;
  #beat: NodeJS.Timeout | undefined;

  constructor(path: string, identity: ProcessIdentity, ageMs: number) {
    this.path = path;
    this.#text = JSON.stringify(identity);
    this.#beatMs = ageMs / CLAIM_BEATS;
  }

  isHeld(): boolean {
    return existsSync(this.path);
  }

  renew(): void {
    if (!existsSync(this.path)) {
      // The file appears with its text, even if this process is killed here.
      writeFileSync(`${this.path}${WRITING}`, this.#text, { mode: PRIVATE_MODE });
      renameSync(`${this.path}${WRITING}`, this.path);
    }
    this.#beat ??= setInterval(() => this.#touch(), this.#beatMs).unref();
  }

  release(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    remove(this.path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
  }

  /** For processes that cannot check ours directly. */
  #touch(): void {
    const now = new Date();
    try {
      utimesSync(this.path, now, now);
    } catch (error) {
      // It was removed: its owner notices, or creates it again.
      if (!hasErrno(error, "ENOENT")) clearInterval(this.#beat);
    }
  }
}
