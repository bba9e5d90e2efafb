// The server's token: made at the first start, kept in a file that only its owner can read.
import { ParleyError } from "@parley/base";
import { createFolder, hasErrno, PRIVATE_MODE, readTextWithin } from "@parley/home";
import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const TOKEN_BYTES = 32;
/** What a person may put there instead. */
const TOKEN_CHARS_MIN = 16;
const TOKEN_CHARS_MAX = 1024;
const OTHERS = 0o077;

export function tokenPathOf(parleyHome: string): string {
  return join(parleyHome, "token");
}

/** However many ask at once, all get the same one. Rejects with `bad_config` if the file holds something else. */
export async function loadOrCreateToken(parleyHome: string): Promise<string> {
  const path = tokenPathOf(parleyHome);
  const existing = await readToken(path);
  if (existing !== undefined) return existing;
  await createFolder(dirname(path));
  await createToken(path);
  const token = await readToken(path);
  if (token !== undefined) return token;
  throw new ParleyError({ code: "file_failed", message: `${path} was written and is gone again` });
}

async function readToken(path: string): Promise<string | undefined> {
  const text = await readTextWithin(path, TOKEN_CHARS_MAX);
  if (text === undefined) return undefined;
  const token = text.trim();
  if (token.length < TOKEN_CHARS_MIN || !/^[\w.~+/=-]+$/.test(token)) {
    const message = `${path} holds no token: ${TOKEN_CHARS_MIN} letters and digits or more are needed. Delete it to get a new one`;
    throw new ParleyError({ code: "bad_config", message });
  }
  // A token that others could read is closed again; who read it already still has it.
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0) await chmod(path, PRIVATE_MODE);
  return token;
}

/** A link comes to be whole and only if there is none: whoever is second keeps the first one's. */
async function createToken(path: string): Promise<void> {
  const draft = join(dirname(path), `.parley-${randomUUID()}.draft`);
  try {
    await writeSynced(draft, `${randomBytes(TOKEN_BYTES).toString("base64url")}\n`);
    await link(draft, path);
  } catch (error) {
    if (!hasErrno(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", PRIVATE_MODE);
  await file.writeFile(text);
  await file.sync();
}
