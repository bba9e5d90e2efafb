// Pages of sessions. They are read often and change rarely, so an unchanged page is not parsed again.
import { parseCursor, toPage, toPageSize } from "../cursor.ts";
import type { HubStore, Page, SessionRow } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { first, type Step, type Value } from "../step.ts";
import { CACHED_PAGES_MAX } from "../../store-limits.ts";

type Query = Parameters<HubStore["listSessions"]>[0];

interface Listed {
  readonly lines: string;
  readonly page: Page<SessionRow>;
}

export class ListedSessions {
  readonly #database: StoreDatabase;
  readonly #kept = new Map<string, Listed>();

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  *find(query: Query): Step<Page<SessionRow>> {
    const size = toPageSize(query.limit);
    const { words, values } = this.#toStatement(query);
    const lines = (yield* first<{ lines: string | null }>(words, ...values, size + 1))?.lines ?? "";
    const key = JSON.stringify([words, values, size]);
    const kept = this.#kept.get(key);
    if (kept?.lines === lines) return kept.page;
    const rows = lines === "" ? [] : lines.split("\n").map((line) => JSON.parse(line) as SessionRow);
    const page = toPage(rows, size, ({ updatedAtMs, id }) => ({ ms: updatedAtMs, id }));
    this.#keep(key, { lines, page });
    return page;
  }

  #keep(key: string, listed: Listed): void {
    this.#kept.delete(key);
    this.#kept.set(key, listed);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > CACHED_PAGES_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** A few prepared statements. All rows come as one value: a driver call for each row would cost more than the rest. */
  #toStatement({ agent, cwd, cursor }: Query): { readonly words: string; readonly values: readonly Value[] } {
    const conditions = ["true"];
    const values: Value[] = [];
    const add = (condition: string, ...given: readonly Value[]): void => {
      conditions.push(condition);
      values.push(...given);
    };
    if (agent !== undefined) add("agent = ?", agent);
    if (cwd !== undefined) add("cwd = ?", cwd);
    if (cursor !== undefined) {
      const { ms, id } = parseCursor(cursor);
      add("(updated_at_ms, id) < (?, ?)", ms, id);
    }
    const { sessionData, joinLines } = this.#database.dialect;
    const columns = `${sessionData} as data, updated_at_ms, id`;
    const order = "order by updated_at_ms desc, id desc";
    return {
      words: joinLines(`select ${columns} from sessions where ${conditions.join(" and ")} ${order} limit ?`),
      values,
    };
  }
}
