// Appends to a session of the store at PATH until it is killed, and prints the number of every last event that was stored and can
// be searched for: `append-events.main PATH DRIVER`. Says `failed CODE` and ends when the store takes no more.
import { ParleyError } from "@parley/base";
import { writeSync } from "node:fs";
import { toBatch, toSession, toText } from "../../testing/rows.ts";
import type { DriverName } from "../driver.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";

const STDOUT = 1;
const BATCHES_MAX = 100_000;

const [path = "", driver] = process.argv.slice(2);
const store = await openSqliteStore({ path, driver: driver as DriverName });
if ((await store.getSession("s1")) === undefined) await store.insertSession(toSession());
let lastSeq = (await store.getSession("s1"))?.lastSeq ?? 0;
try {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    // Some larger than a row of the table.
    const count = batch % 10 === 9 ? 600 : 1 + (batch % 7);
    await store.appendEvents([toBatch("s1", lastSeq + 1, count)], new Map([["s1", { turns: batch }]]), {
      isDurable: batch % 5 === 4,
    });
    lastSeq += count;
    await store.indexTexts([toText(`event${lastSeq} was appended`, { seq: lastSeq, at: lastSeq })]);
    writeSync(STDOUT, `${lastSeq}\n`);
  }
} catch (error) {
  writeSync(STDOUT, `failed ${error instanceof ParleyError ? error.code : String(error)}\n`);
}
await store[Symbol.asyncDispose]();
