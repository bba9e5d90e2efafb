// Chooses the driver: Node's own SQLite where there is one, libsql elsewhere.
import { ParleyError } from "@parley/base";
import type { Driver, DriverName } from "./driver.ts";
import { loadLibsqlDriver } from "./libsql-driver.ts";
import { loadNodeDriver } from "./node-driver.ts";

const REMEDY =
  "Use Node 22.13 or newer, or install Parley again with its optional dependencies (npm install --include=optional)";

/** `name` is for tests and measurements. Rejects with `store_failed` if the driver is not there. */
export async function loadDriver(name?: DriverName): Promise<Driver> {
  const own = name === "libsql" ? undefined : loadNodeDriver();
  if (own !== undefined) return own;
  if (name === "node:sqlite") throw missing();
  try {
    return await loadLibsqlDriver();
  } catch (cause) {
    throw missing(", and the package libsql could not be loaded", cause);
  }
}

function missing(more = "", cause?: unknown): ParleyError {
  const message = `Sessions cannot be stored: Node ${process.versions.node} has no SQLite of its own${more}`;
  return new ParleyError({ code: "store_failed", message, remedy: { label: REMEDY }, cause });
}
