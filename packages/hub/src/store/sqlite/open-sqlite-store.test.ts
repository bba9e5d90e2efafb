import { createTempFolder } from "@parley/test-support";
import { describeStore } from "../testing/describe-store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

describeStore("in memory", () => openSqliteStore({ path: ":memory:" }));

describeStore("in a file", async () => {
  const folder = await createTempFolder();
  const store = await openSqliteStore({ path: folder.file("hub.db") });
  const close = store[Symbol.asyncDispose];
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await close();
      await folder[Symbol.asyncDispose]();
    },
  };
});
