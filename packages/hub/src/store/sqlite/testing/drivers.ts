// The drivers that this version of Node can use: tests of the store run with each of them.
import type { Database, DriverName } from "../driver.ts";
import { loadDriver } from "../load-driver.ts";
import { loadNodeDriver } from "../node-driver.ts";

export const DRIVERS: readonly DriverName[] = loadNodeDriver() === undefined ? ["libsql"] : ["node:sqlite", "libsql"];

/** Runs SQL on a file, as another program would. */
export async function execute(driver: DriverName, path: string, words: string): Promise<void> {
  const database = await openDatabase(driver, path);
  database.exec(words);
  database.close();
}

export async function openDatabase(driver: DriverName, path: string): Promise<Database> {
  return (await loadDriver(driver)).open(path);
}
