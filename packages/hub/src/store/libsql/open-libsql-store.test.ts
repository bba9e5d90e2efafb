import { createTempFolder } from "@parley/test-support";
import { describeStore } from "../testing/describe-store.ts";
import { openLibsqlStore } from "./open-libsql-store.ts";

describeStore("in memory", () => openLibsqlStore({ path: ":memory:" }));

describeStore("in a file", async () => {
  const folder = await createTempFolder();
  const store = await openLibsqlStore({ path: folder.file("hub.db") });
  const close = store[Symbol.asyncDispose];
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await close();
      await folder[Symbol.asyncDispose]();
    },
  };
});
