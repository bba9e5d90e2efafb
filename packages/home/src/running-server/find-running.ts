// The running server of this home: named by its file, and proven to be this home's.
import { proveServerOf } from "./prove-server.ts";
import { readServerFile, type ServerPlace } from "./server-file.ts";

/** Undefined if this home has no server that answers and proves that it belongs to it. */
export async function findRunning(home: string): Promise<ServerPlace | undefined> {
  const place = await readServerFile(home);
  return place !== undefined && (await proveServerOf(home, place.url)) === "proven" ? place : undefined;
}
