// Idempotency keys.
import { KEYS_DROPPED, KEY_LIFE_MS } from "../../../store-limits.ts";
import type { HubStore } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";

const DROP = "delete from keys where id in (select id from keys where expires_at_ms <= ? limit ?)";
const PUT = `insert into keys (id, data, expires_at_ms) values (?, ?, ?)
  on conflict (id) do update set data = excluded.data, expires_at_ms = excluded.expires_at_ms`;

export function createKeyTable(connection: Connection): Pick<HubStore, "claimKey" | "releaseKey"> {
  return {
    claimKey: (scope, key, value, nowMs) =>
      connection.write("claim the key", () => {
        const id = JSON.stringify([scope, key]);
        const first = connection
          .prepare<{ data: string }>("select data from keys where id = ? and expires_at_ms > ?")
          .first(id, nowMs);
        if (first !== undefined) return JSON.parse(first.data) as string;
        connection.prepare(DROP).run(nowMs, KEYS_DROPPED);
        connection.prepare(PUT).run(id, JSON.stringify(value), nowMs + KEY_LIFE_MS);
        return value;
      }),
    releaseKey: (scope, key, value) =>
      connection.write("release the key", () => {
        const id = JSON.stringify([scope, key]);
        connection.prepare("delete from keys where id = ? and data = ?").run(id, JSON.stringify(value));
      }),
  };
}
