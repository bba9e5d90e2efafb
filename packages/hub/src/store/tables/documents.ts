// Small documents of the dialects, by kind and id.
import { LIST_ROWS_MAX } from "../../store-limits.ts";
import type { HubStore } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { change, run, select } from "../step.ts";

type DocumentMethods = Pick<
  HubStore,
  "putDocument" | "getDocument" | "listDocuments" | "deleteDocument" | "replaceDocument"
>;

const REPLACE = "update documents set data = ? where kind = ? and id = ? and data = ?";
const DELETE = "delete from documents where kind = ? and id = ? and data = ?";

export function createDocumentTable(database: StoreDatabase): DocumentMethods {
  const { sql } = database;
  return {
    async putDocument(kind, id, ownerId, value) {
      const row = { owner_id: ownerId, data: format(id, value) };
      const put = sql
        .insertInto("documents")
        .values({ kind, id, ...row })
        .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(row));
      await database.writeOne("keep the document", () => change(put));
    },
    async getDocument(kind, id) {
      const [found] = await database.read("read the document", () =>
        select(sql.selectFrom("documents").select("data").where("kind", "=", kind).where("id", "=", id)),
      );
      return found && parse(found.data).value;
    },
    async listDocuments(kind, ownerId) {
      const found = sql.selectFrom("documents").select("data").where("owner_id", "=", ownerId).where("kind", "=", kind);
      const rows = await database.read("list documents", () => select(found.orderBy("id").limit(LIST_ROWS_MAX)));
      return rows.map(({ data }) => parse(data));
    },
    async deleteDocument(kind, id) {
      await database.writeOne("delete the document", () =>
        change(sql.deleteFrom("documents").where("kind", "=", kind).where("id", "=", id)),
      );
    },
    async replaceDocument(kind, id, from, value) {
      const place = [kind, id, format(id, from)] as const;
      const changed = await database.writeOne("change the document", () =>
        value === undefined ? run(DELETE, ...place) : run(REPLACE, format(id, value), ...place),
      );
      return changed > 0;
    },
  };
}

function format(id: string, value: unknown): string {
  return JSON.stringify({ id, value });
}

function parse(data: string): { readonly id: string; readonly value: unknown } {
  const { id, value } = JSON.parse(data) as { readonly id: string; readonly value?: unknown };
  return { id, value };
}
