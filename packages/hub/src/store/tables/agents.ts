// Settings of agents, and totals of their turns.
import { LIST_ROWS_MAX, USAGE_COUNT_MAX } from "../../store-limits.ts";
import type { AgentSettings, HubStore } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { change, run, select } from "../step.ts";
import { deleteDocumentsOf } from "./owned.ts";

type AgentMethods = Pick<
  HubStore,
  "addOutcome" | "listTotals" | "putAgentSettings" | "deleteAgentSettings" | "listAgentSettings"
>;

const ADD = `insert into totals (agent, turns, successes, total_ms, total_tokens) values (?, 1, ?, ?, ?)
  on conflict (agent) do update set turns = totals.turns + 1, successes = totals.successes + excluded.successes,
    total_ms = totals.total_ms + excluded.total_ms, total_tokens = totals.total_tokens + excluded.total_tokens`;
const PUT =
  "insert into agent_settings (name, data) values (?, ?) on conflict (name) do update set data = excluded.data";

export function createAgentTables(database: StoreDatabase): AgentMethods {
  const { sql } = database;
  return {
    async addOutcome({ agent, isSuccess, ms, tokens }) {
      await database.writeOne("add the outcome", () =>
        run(ADD, agent, isSuccess ? 1 : 0, ms, Math.min(tokens, USAGE_COUNT_MAX)),
      );
    },
    async listTotals() {
      const rows = await database.read("list totals", () =>
        select(sql.selectFrom("totals").selectAll().orderBy("agent").limit(LIST_ROWS_MAX)),
      );
      return rows.map(({ agent, turns, successes, total_ms: totalMs, total_tokens: totalTokens }) => ({
        agent,
        turns,
        successes,
        totalMs,
        totalTokens,
      }));
    },
    async putAgentSettings(settings) {
      await database.writeOne("keep the agent's settings", () => run(PUT, settings.name, JSON.stringify(settings)));
    },
    deleteAgentSettings: (name) =>
      database.write("delete the agent's settings", function* () {
        yield* deleteDocumentsOf(name);
        yield* change(sql.deleteFrom("agent_settings").where("name", "=", name));
      }),
    async listAgentSettings() {
      const rows = await database.read("list the agents' settings", () =>
        select(sql.selectFrom("agent_settings").select("data").orderBy("name").limit(LIST_ROWS_MAX)),
      );
      return rows.map(({ data }) => JSON.parse(data) as AgentSettings);
    },
  };
}
