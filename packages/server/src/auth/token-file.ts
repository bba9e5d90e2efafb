// The server's token: created at the first start, kept in a file that only its owner can read.
import { loadOrCreateSecret } from "@parley/home";
import { join } from "node:path";

export function tokenPathOf(parleyHome: string): string {
  return join(parleyHome, "token");
}

/** Concurrent callers all get the same one. Rejects with `bad_config` if the file contains something else. */
export function loadOrCreateToken(parleyHome: string): Promise<string> {
  return loadOrCreateSecret(tokenPathOf(parleyHome));
}
