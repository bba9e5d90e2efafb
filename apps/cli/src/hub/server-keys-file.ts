// The server keys in the user's config.json, read again after a change.
import type { ServerKey } from "@parley/base";
import { parseUserObject, readUserText } from "@parley/home/user-files";
import type { ServerKeysFile } from "@parley/hub";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readServerKeys } from "../schemas/server-keys.ts";

export function openServerKeys(home: string): ServerKeysFile {
  const path = join(home, "config.json");
  let last: { readonly state: string; readonly keys: readonly ServerKey[] | null } | undefined;
  return {
    async read() {
      const state = await readState(path);
      if (last?.state !== state) last = { state, keys: await readKeys(path) };
      return last.keys;
    },
    async change(change) {
      const { changeServerKeys } = await import("@parley/catalogue");
      // The keys were valid when they were read; another process may have changed the file since.
      await changeServerKeys(home, (keys) => change(readServerKeys({ path, values: { serverKeys: keys } })));
    },
  };
}

/** Null while the file is missing, empty or broken, as it can be for a moment when an editor saves it: no key is revoked by that. */
async function readKeys(path: string): Promise<readonly ServerKey[] | null> {
  try {
    const text = (await readUserText(path)) ?? "";
    return text.trim() === "" ? null : readServerKeys({ path, values: parseUserObject(path, text) });
  } catch {
    return null; // Commands that read the file report the problem.
  }
}

async function readState(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(" ");
  } catch {
    return "missing";
  }
}
