// Whether the store works: it can be read, its disk has space, and the last write succeeded.
import { ParleyError } from "@parley/base";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Connection } from "./connection.ts";
import { IN_MEMORY } from "./path-watch.ts";
import { first, run, type Step } from "../step.ts";
import { FREE_BYTES_MIN } from "../../store-limits.ts";

/** Rejects with `disk_full` or `store_failed`. */
export async function checkStore(connection: Connection): Promise<void> {
  await connection.read("look into the store", () => first("select count(*) from migrations"));
  if (connection.path === IN_MEMORY) return;
  connection.checkPlace();
  await checkRoom(dirname(connection.path));
  // There may have been no write since the disk has space again.
  if (!connection.isWritten) await connection.write("write to the store", probe);
}

async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= FREE_BYTES_MIN) return;
  throw new ParleyError({
    code: "disk_full",
    message: `Only ${Math.floor(free / 1024)} KiB are left on the disk of ${folder}`,
    remedy: { label: "Free some disk space" },
  });
}

function* probe(): Step<void> {
  yield* run("create table if not exists probe (filling text)");
  yield* run("insert into probe (filling) values (?)", "x".repeat(PROBE_CHARS));
  yield* run("drop table probe");
}

/** More than one page of the file. */
const PROBE_CHARS = 8_192;
