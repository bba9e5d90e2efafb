// The log of the background server: a file in the home, within a limit.
import { copyFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { LOG_BYTES_MAX } from "../limits.ts";

export function serverLogIn(home: string): string {
  return join(home, "server.log");
}

/** If the log is too large, its content moves to `server.log.1`. */
export async function boundLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size <= LOG_BYTES_MAX) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}
