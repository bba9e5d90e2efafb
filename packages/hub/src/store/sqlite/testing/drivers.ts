// The drivers that this version of Node can use: tests of the store run with each of them.
import { pragma, type Database, type DriverName } from "../driver.ts";
import { loadDriver } from "../load-driver.ts";
import { loadNodeDriver } from "../node-driver.ts";

export const DRIVERS: readonly DriverName[] = loadNodeDriver() === undefined ? ["libsql"] : ["node:sqlite", "libsql"];

/**
 * Runs SQL on a file, as another program would. All of it is in the file itself afterwards: libsql closes a database when
 * its statements are collected, which would copy the write-ahead log into the file at any time.
 */
export async function execute(driver: DriverName, path: string, words: string): Promise<void> {
  const database = await openDatabase(driver, path);
  database.exec(words);
  pragma(database, "wal_checkpoint(truncate)");
  database.close();
}

export async function openDatabase(driver: DriverName, path: string): Promise<Database> {
  return (await loadDriver(driver)).open(path);
}
