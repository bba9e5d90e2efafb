// Questions to people, one row each.
import { ParleyError } from "@parley/base";
import type { Interaction } from "../../../api/interactions.ts";
import { LIST_ROWS_MAX } from "../../../store-limits.ts";
import type { HubStore } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { isOwnerMissing } from "../store-error.ts";

type InteractionMethods = Pick<
  HubStore,
  "putInteraction" | "getInteraction" | "settleInteraction" | "listInteractions"
>;

const PUT = `insert into interactions (session_id, state, created_at_ms, expires_at_ms, data, id) values (?, ?, ?, ?, ?, ?)
  on conflict (id) do update set session_id = excluded.session_id, state = excluded.state,
    created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms, data = excluded.data`;
const SETTLE = `update interactions set session_id = ?, state = ?, created_at_ms = ?, expires_at_ms = ?, data = ?
  where id = ? and state = 'pending'`;

export function createInteractionTable(connection: Connection): InteractionMethods {
  return {
    putInteraction: (interaction) => connection.write("keep the question", () => put(connection, interaction)),
    getInteraction: (id) =>
      connection.read("read the question", () => {
        const found = connection.prepare<{ data: string }>("select data from interactions where id = ?").first(id);
        return found && (JSON.parse(found.data) as Interaction);
      }),
    settleInteraction: (interaction) =>
      connection.write("settle the question", () => connection.prepare(SETTLE).run(...toValues(interaction)) > 0),
    listInteractions: ({ sessionId, state }) =>
      connection.read("list questions", () => {
        let found = connection.sql.selectFrom("interactions").select("data");
        if (sessionId !== undefined) found = found.where("session_id", "=", sessionId);
        if (state !== undefined) found = found.where("state", "=", state);
        const latestFirst = found.orderBy("created_at_ms", "desc").orderBy("id", "desc");
        return connection.all(latestFirst.limit(LIST_ROWS_MAX)).map(({ data }) => JSON.parse(data) as Interaction);
      }),
  };
}

function put(connection: Connection, interaction: Interaction): void {
  try {
    connection.prepare(PUT).run(...toValues(interaction));
  } catch (cause) {
    if (!isOwnerMissing(cause)) throw cause;
    throw new ParleyError({
      code: "session_not_found",
      message: `Session ${interaction.sessionId} not found`,
      cause,
    });
  }
}

function toValues(interaction: Interaction): readonly [string | null, string, number, number, string, string] {
  const { id, sessionId = null, state, createdAtMs, expiresAtMs } = interaction;
  return [sessionId, state, createdAtMs, expiresAtMs, JSON.stringify(interaction), id];
}
