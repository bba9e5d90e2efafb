// Sessions that come from elsewhere, as a whole.
import type { HubStore } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { insertLines } from "./events.ts";
import { insertSession } from "./sessions.ts";
import { indexText } from "./texts.ts";

export function createImports(connection: Connection): Pick<HubStore, "importSession"> {
  return {
    importSession: (row, lines, texts) =>
      connection.write("import the session", () => {
        insertSession(connection, { ...row, lastSeq: lines.length });
        insertLines(connection, row.id, 1, lines);
        for (const text of texts) indexText(connection, text);
      }),
  };
}
