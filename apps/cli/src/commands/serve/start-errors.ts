// Errors that explain why a server cannot start and what to do.
import { ParleyError, hasErrno } from "@parley/base";
import { readServerFile } from "@parley/home/running-server";

/** Another process uses the store; if it is a server, its file contains the address. */
export async function explainLock(error: unknown, home: string): Promise<unknown> {
  if (!(error instanceof ParleyError) || error.code !== "store_locked") return error;
  const running = await readServerFile(home);
  if (running === undefined) return error;
  const message = `A server is already running for ${home}: ${running.url} (pid ${running.pid})`;
  const label = `Use it (parley chat connects automatically), stop it (parley server stop), or set PARLEY_HOME to run a second server`;
  return new ParleyError({ code: "store_locked", message, remedy: { label }, cause: error });
}

export function isPortTaken(error: unknown): boolean {
  return error instanceof ParleyError && hasErrno(error.cause, "EADDRINUSE");
}

export function explainPort(error: unknown, port: number): unknown {
  if (!isPortTaken(error)) return error;
  const message = `Port ${port} is in use by another program`;
  const remedy = { label: "Choose another port, or 0 for any free one", command: "parley serve --port 0" };
  return new ParleyError({ code: "bad_config", message, remedy, cause: error });
}
