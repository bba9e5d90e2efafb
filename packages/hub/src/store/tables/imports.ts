// Sessions that come from elsewhere, as a whole.
import type { HubStore, SearchText } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import type { Step } from "../step.ts";
import { insertLines } from "./events.ts";
import { insertSession } from "./sessions.ts";

/** `indexTexts` adds texts to the index, within a transaction. */
export function createImports(
  database: StoreDatabase,
  indexTexts: (texts: readonly SearchText[]) => Step<void>,
): Pick<HubStore, "importSession"> {
  return {
    importSession: (row, lines, texts) =>
      database.write("import the session", function* () {
        yield* insertSession(database, { ...row, lastSeq: lines.length });
        yield* insertLines(row.id, 1, lines);
        yield* indexTexts(texts);
      }),
  };
}
