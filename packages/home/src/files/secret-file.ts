// A secret of ours in a file that only its owner can read: created completely and once, however many processes start at the same time.
import { ParleyError, hasErrno } from "@parley/base";
import { createDraftName } from "@parley/machine";
import { randomBytes } from "node:crypto";
import { chmod, link, open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFolder, PRIVATE_MODE, readTextWithin } from "./own-file.ts";

const SECRET_BYTES = 32;
/** The format of a secret that a user may put there instead. */
const SECRET_CHARS_MIN = 16;
const SECRET_CHARS_MAX = 1024;
const OTHERS = 0o077;

/** All callers get the same secret. Rejects with `bad_config` if the file contains something else. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  const existing = await readSecret(path);
  if (existing !== undefined) return existing;
  await createFolder(dirname(path));
  await createSecret(path);
  const secret = await readSecret(path);
  if (secret !== undefined) return secret;
  throw new ParleyError({ code: "file_failed", message: `${path} was written, but has disappeared` });
}

/** Undefined if the file does not exist. Rejects with `bad_config` if it contains something else. */
export async function readSecret(path: string): Promise<string | undefined> {
  const text = await readTextWithin(path, SECRET_CHARS_MAX);
  if (text === undefined) return undefined;
  const secret = text.trim();
  if (secret.length < SECRET_CHARS_MIN || !/^[\w.~+/=-]+$/.test(secret)) {
    const message = `${path} does not contain a secret of at least ${SECRET_CHARS_MIN} letters and digits. Delete the file to get a new one`;
    throw new ParleyError({ code: "bad_config", message });
  }
  const { mode, uid } = await stat(path);
  if (isOfAnother(uid)) {
    const message = `${path} belongs to another user, who knows its content. Delete the file to get a new one`;
    throw new ParleyError({ code: "bad_config", message });
  }
  // A file that others could read is made private again; programs that read it before still know its content.
  if ((mode & OTHERS) !== 0) await chmod(path, PRIVATE_MODE);
  return secret;
}

/** The administrator's files are fine, and the administrator may use those of all users. */
function isOfAnother(uid: number): boolean {
  const own = process.getuid?.() ?? 0;
  return own !== 0 && uid !== 0 && uid !== own;
}

/** A link appears complete, and only if the name is free: the second process keeps the secret of the first. */
async function createSecret(path: string): Promise<void> {
  const draft = join(dirname(path), createDraftName());
  try {
    await writeSynced(draft, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`);
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
