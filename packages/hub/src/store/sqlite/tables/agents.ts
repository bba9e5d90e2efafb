// Settings of agents, and totals of their turns.
import { LIST_ROWS_MAX } from "../../../store-limits.ts";
import type { AgentSettings, HubStore } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { deleteDocumentsOf } from "./owned.ts";

type AgentMethods = Pick<
  HubStore,
  "addOutcome" | "listTotals" | "putAgentSettings" | "deleteAgentSettings" | "listAgentSettings"
>;

const ADD = `insert into totals (agent, turns, successes, total_ms, total_tokens) values (?, 1, ?, ?, ?)
  on conflict (agent) do update set turns = turns + 1, successes = successes + excluded.successes,
    total_ms = total_ms + excluded.total_ms, total_tokens = total_tokens + excluded.total_tokens`;
const PUT =
  "insert into agent_settings (name, data) values (?, ?) on conflict (name) do update set data = excluded.data";

export function createAgentTables(connection: Connection): AgentMethods {
  const { sql } = connection;
  return {
    addOutcome: ({ agent, isSuccess, ms, tokens }) =>
      connection.write("add the outcome", () => {
        connection.prepare(ADD).run(agent, isSuccess ? 1 : 0, ms, tokens);
      }),
    listTotals: () =>
      connection.read("list totals", () =>
        connection
          .all(sql.selectFrom("totals").selectAll().orderBy("agent").limit(LIST_ROWS_MAX))
          .map(({ agent, turns, successes, total_ms: totalMs, total_tokens: totalTokens }) => ({
            agent,
            turns,
            successes,
            totalMs,
            totalTokens,
          })),
      ),
    putAgentSettings: (settings) =>
      connection.write("keep the agent's settings", () => {
        connection.prepare(PUT).run(settings.name, JSON.stringify(settings));
      }),
    deleteAgentSettings: (name) =>
      connection.write("delete the agent's settings", () => {
        deleteDocumentsOf(connection, name);
        connection.run(sql.deleteFrom("agent_settings").where("name", "=", name));
      }),
    listAgentSettings: () =>
      connection.read("list the agents' settings", () =>
        connection
          .all(sql.selectFrom("agent_settings").select("data").orderBy("name").limit(LIST_ROWS_MAX))
          .map(({ data }) => JSON.parse(data) as AgentSettings),
      ),
  };
}
