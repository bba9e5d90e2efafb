// Questions to people, one row each.
import { ParleyError } from "@parley/base";
import type { Interaction } from "../../api/interactions.ts";
import { LIST_ROWS_MAX } from "../../store-limits.ts";
import type { HubStore } from "../../api/store.ts";
import { isOwnerMissing } from "../conflicts.ts";
import type { StoreDatabase } from "../database.ts";
import { first, run, select, type Step } from "../step.ts";

type InteractionMethods = Pick<
  HubStore,
  "putInteraction" | "getInteraction" | "settleInteraction" | "listInteractions"
>;

const PUT = `insert into interactions (session_id, state, created_at_ms, expires_at_ms, data, id) values (?, ?, ?, ?, ?, ?)
  on conflict (id) do update set session_id = excluded.session_id, state = excluded.state,
    created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms, data = excluded.data`;
const SETTLE = `update interactions set session_id = ?, state = ?, created_at_ms = ?, expires_at_ms = ?, data = ?
  where id = ? and state = 'pending'`;

export function createInteractionTable(database: StoreDatabase): InteractionMethods {
  return {
    async putInteraction(interaction) {
      await database.writeOne("keep the question", () => putQuestion(interaction));
    },
    async getInteraction(id) {
      const found = await database.read("read the question", () =>
        first<{ data: string }>("select data from interactions where id = ?", id),
      );
      return found && (JSON.parse(found.data) as Interaction);
    },
    async settleInteraction(interaction) {
      const { sessionId } = interaction;
      const settled = await database.write("settle the question", function* () {
        // A server that lost the session would end what another one waits for.
        if (sessionId !== undefined) yield* database.dialect.checkOwner(sessionId);
        return yield* run(SETTLE, ...toValues(interaction));
      });
      return settled > 0;
    },
    async listInteractions({ sessionId, state, expiresBeforeMs }) {
      let found = database.sql.selectFrom("interactions").select("data");
      if (sessionId !== undefined) found = found.where("session_id", "=", sessionId);
      if (state !== undefined) found = found.where("state", "=", state);
      if (expiresBeforeMs !== undefined) found = found.where("expires_at_ms", "<", expiresBeforeMs);
      const latestFirst = found.orderBy("created_at_ms", "desc").orderBy("id", "desc");
      const rows = await database.read("list questions", () => select(latestFirst.limit(LIST_ROWS_MAX)));
      return rows.map(({ data }) => JSON.parse(data) as Interaction);
    },
  };
}

/** Within a transaction. */
export function* putQuestion(interaction: Interaction): Step<void> {
  try {
    yield* run(PUT, ...toValues(interaction));
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
