// Idempotency keys.
import { KEYS_DROPPED, KEY_LIFE_MS } from "../../store-limits.ts";
import type { HubStore } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { first, run } from "../step.ts";

const DROP = "delete from keys where id in (select id from keys where expires_at_ms <= ? limit ?)";
/** One statement decides who is first: an expired key is replaced, any other one stays. */
const CLAIM = `insert into keys (id, data, expires_at_ms) values (?1, ?2, ?3)
  on conflict (id) do update set data = excluded.data, expires_at_ms = excluded.expires_at_ms
    where keys.expires_at_ms <= ?4`;

export function createKeyTable(database: StoreDatabase): Pick<HubStore, "claimKey" | "releaseKey"> {
  return {
    claimKey: (scope, key, value, nowMs) =>
      database.write("claim the key", function* () {
        const id = JSON.stringify([scope, key]);
        if ((yield* run(CLAIM, id, JSON.stringify(value), nowMs + KEY_LIFE_MS, nowMs)) > 0) {
          yield* run(DROP, nowMs, KEYS_DROPPED);
          return value;
        }
        const held = yield* first<{ data: string }>("select data from keys where id = ?", id);
        return held === undefined ? value : (JSON.parse(held.data) as string);
      }),
    async releaseKey(scope, key, value) {
      const id = JSON.stringify([scope, key]);
      await database.writeOne("release the key", () =>
        run("delete from keys where id = ? and data = ?", id, JSON.stringify(value)),
      );
    },
  };
}
