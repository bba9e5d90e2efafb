// The feed token: a secret in a file that only this user can read. It allows reading version 2, publishing and changing things.
import { silentLog, type Log } from "@parley/base";
import { changeAlone, createFolder, guardFiles, PRIVATE_MODE, readTextWithin, writeAtOnce } from "@parley/home";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

const TOKEN_BYTES = 32;
const TOKEN = /^[\da-f]{64}$/;
const FILE_BYTES_MAX = 1_024;

export function tokenPath(home: string): string {
  // A relative home would leave a secret in whatever folder the process happens to run in.
  if (!isAbsolute(home)) throw new TypeError(`The home folder must be an absolute path, not ${JSON.stringify(home)}`);
  return join(home, "feed-token");
}

/** Created at first use. A token that other users could have read is replaced. */
export async function readToken(home: string, log: Log = silentLog): Promise<string> {
  const path = tokenPath(home);
  return await guardFiles("Cannot read or write the feed token", async () => {
    const kept = await readPrivate(path);
    if (kept !== undefined) return kept;
    await createFolder(dirname(path));
    return await changeAlone(path, async () => {
      const made = await readPrivate(path);
      if (made !== undefined) return made;
      const token = randomBytes(TOKEN_BYTES).toString("hex");
      log.write("info", "Created a new feed token", { path });
      await writeAtOnce(path, `${token}\n`);
      return token;
    });
  });
}

async function readPrivate(path: string): Promise<string | undefined> {
  const text = (await readTextWithin(path, FILE_BYTES_MAX))?.trim();
  if (text === undefined || !TOKEN.test(text)) return undefined;
  // Windows has no such bits; there, the user's folder keeps others out.
  const isPrivate = process.platform === "win32" || ((await stat(path)).mode & 0o777 & ~PRIVATE_MODE) === 0;
  return isPrivate ? text : undefined;
}

/** In constant time, to reveal nothing about the token. */
export function isSameSecret(one: string, other: string): boolean {
  const [oneHash, otherHash] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return oneHash !== undefined && otherHash !== undefined && timingSafeEqual(oneHash, otherHash);
}

export function createNonce(): string {
  return randomBytes(TOKEN_BYTES).toString("hex");
}

/** Proves knowledge of the token for these nonces. */
export function prove(token: string, role: "server" | "publisher" | "reader", nonce: string, answer: string): string {
  return createHmac("sha256", token).update(`${role}:${nonce}:${answer}`).digest("hex");
}
