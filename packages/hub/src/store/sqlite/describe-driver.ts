// Says which driver the store uses here.
import { IN_MEMORY } from "./path-watch.ts";
import { loadDriver } from "./load-driver.ts";

/** Such as `node:sqlite (SQLite 3.50.4)`. Rejects with `store_failed` if there is none. */
export async function describeDriver(): Promise<string> {
  const driver = await loadDriver();
  const database = driver.open(IN_MEMORY);
  try {
    const { version } = database.prepare("select sqlite_version() as version").first([]) as {
      readonly version: string;
    };
    return `${driver.name} (SQLite ${version})`;
  } finally {
    database.close();
  }
}
