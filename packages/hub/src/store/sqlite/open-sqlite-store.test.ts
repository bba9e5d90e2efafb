import { createTempFolder } from "@parley/test-support";
import { describeStore } from "../testing/describe-store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { DRIVERS } from "./testing/drivers.ts";

for (const driver of DRIVERS) {
  describeStore(`in memory, by ${driver}`, () => openSqliteStore({ path: ":memory:", driver }));

  describeStore(`in a file, by ${driver}`, async () => {
    const folder = await createTempFolder();
    const store = await openSqliteStore({ path: folder.file("hub.db"), driver });
    const close = store[Symbol.asyncDispose];
    return {
      ...store,
      async [Symbol.asyncDispose]() {
        await close();
        await folder[Symbol.asyncDispose]();
      },
    };
  });
}
