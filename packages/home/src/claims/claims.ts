// One process at a time for each path. Node has no file locks, and a lock file that outlived its owner cannot be taken over
// without a race. So everybody puts down a claim under a name of its own, beside the path, and then looks for others: of two,
// at least one sees the other, and a claim of the dead can be removed by anyone, because no living claim has that name.
import { createId, parseObject, hasErrno } from "@parley/base";
import { existsSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
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
} from "./limits.ts";
import { identifyThisProcess, isRunning, type ProcessIdentity } from "./process-identity.ts";

/** Somebody who has it, or is about to. */
export interface Holder {
  /** Of the claim. */
  readonly path: string;
  /** Undefined while it is only just putting down its claim. */
  readonly process: ProcessIdentity | undefined;
}

export interface Claim extends AsyncDisposable {
  /** False if somebody removed it: by hand, or elsewhere because this process was asleep for too long. */
  isHeld(): boolean;
  /** Puts it down again if somebody removed it. */
  renew(): void;
  release(): void;
}

export interface ClaimOptions {
  /** How long to wait for whoever has it; not at all unless given. */
  readonly waitMs?: number | undefined;
  /** How long one who cannot be looked at (on another machine, in another container) may be silent. */
  readonly ageMs?: number | undefined;
}

/** The claim, or who has it. The folder of `path` must be there; `path` itself need not. */
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
      // Of several that begin at once the earliest stays and waits for the others to go.
      if (isOver || others.some(isEarlier)) claim.release();
      if (isOver) return holder;
      await sleep((attempt < CLAIM_ATTEMPTS_MIN ? CLAIM_RETRY_MS : CLAIM_LOOK_MS) * (1 + Math.random()));
    }
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** Whether anybody has it; what the dead left is removed. */
export async function isClaimed(path: string): Promise<boolean> {
  return (await findLiving(path, CLAIM_AGE_MS)).length > 0;
}

async function findLiving(path: string, ageMs: number, own?: string): Promise<Holder[]> {
  const living: Holder[] = [];
  for (const name of await namesIn(dirname(path))) {
    const claim = join(dirname(path), name);
    if (claimedBy(name) !== basename(path) || claim === own) continue;
    const holder = readHolder(claim);
    if (holder === undefined) continue;
    if (await isLiving(holder, ageMs)) living.push(holder);
    else remove(claim);
  }
  return living;
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
    try {
      writeFileSync(this.path, this.#text, { flag: "wx", mode: PRIVATE_MODE });
    } catch (error) {
      if (!hasErrno(error, "EEXIST")) throw error;
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

  /** For those who can see no more of us than that. */
  #touch(): void {
    const now = new Date();
    try {
      utimesSync(this.path, now, now);
    } catch (error) {
      // Removed by somebody: its owner finds out, or puts it down again.
      if (!hasErrno(error, "ENOENT")) clearInterval(this.#beat);
    }
  }
}
