// Small documents of the dialects, by kind and id.
import { LIST_ROWS_MAX } from "../../../store-limits.ts";
import type { HubStore } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";

type DocumentMethods = Pick<HubStore, "putDocument" | "getDocument" | "listDocuments" | "deleteDocument">;

export function createDocumentTable(connection: Connection): DocumentMethods {
  const { sql } = connection;
  return {
    putDocument: (kind, id, ownerId, value) =>
      connection.write("keep the document", () => {
        const row = { owner_id: ownerId, data: JSON.stringify({ id, value }) };
        connection.run(
          sql
            .insertInto("documents")
            .values({ kind, id, ...row })
            .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(row)),
        );
      }),
    getDocument: (kind, id) =>
      connection.read("read the document", () => {
        const found = connection.first(
          sql.selectFrom("documents").select("data").where("kind", "=", kind).where("id", "=", id),
        );
        return found && parse(found.data).value;
      }),
    listDocuments: (kind, ownerId) =>
      connection.read("list documents", () => {
        const found = sql
          .selectFrom("documents")
          .select("data")
          .where("owner_id", "=", ownerId)
          .where("kind", "=", kind);
        return connection.all(found.orderBy("id").limit(LIST_ROWS_MAX)).map(({ data }) => parse(data));
      }),
    deleteDocument: (kind, id) =>
      connection.write("delete the document", () => {
        connection.run(sql.deleteFrom("documents").where("kind", "=", kind).where("id", "=", id));
      }),
  };
}

function parse(data: string): { readonly id: string; readonly value: unknown } {
  const { id, value } = JSON.parse(data) as { readonly id: string; readonly value?: unknown };
  return { id, value };
}
