// Opens a store in PostgreSQL, which several servers can share.
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { HubStore, SessionRow } from "../../api/store.ts";
import { CLAIMED_SESSIONS_MAX } from "../../store-limits.ts";
import { createPrune } from "../prune.ts";
import { createAgentTables } from "../tables/agents.ts";
import { createDocumentTable } from "../tables/documents.ts";
import { createEventTable } from "../tables/events.ts";
import { createImports } from "../tables/imports.ts";
import { createInteractionTable } from "../tables/interactions.ts";
import { createKeyTable } from "../tables/keys.ts";
import { createRecipeTable } from "../tables/recipes.ts";
import { createSessionTable } from "../tables/sessions.ts";
import { createTurnTable } from "../tables/turns.ts";
import { createUsageTable } from "../tables/usage.ts";
import { createAppend } from "./append-events.ts";
import { ClaimedRows } from "./claimed-rows.ts";
import { createClaimedSessions } from "./claimed-sessions.ts";
import { createClaimedTurns } from "./claimed-turns.ts";
import { PostgresConnection } from "./connection.ts";
import { checkDatabaseUrl, describeDatabase } from "./database-url.ts";
import { InOrder } from "./in-order.ts";
import { NoticeListener } from "./listener.ts";
import { migrate } from "./migrate.ts";
import { NoticeSender } from "./notice-sender.ts";
import { PostgresNodes } from "./nodes.ts";
import { tellOthers } from "./tell-others.ts";
import { openPool } from "./pool.ts";
import { toPostgresError } from "./postgres-error.ts";
import { createTextTable, indexTexts } from "./texts.ts";

export interface PostgresOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE` */
  readonly url: string;
  /** Connections at most (default: 10). */
  readonly connectionsMax?: number | undefined;
  /** How long this server may be silent before others take its sessions (default: 15 s). */
  readonly leaseMs?: number | undefined;
  /** Servers with the same place have the same folders (default: those on one machine). */
  readonly place?: string | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
}

/** Rejects with `bad_config` if it is not ours or of a later version, with `store_failed` if it cannot be reached. */
export async function openPostgresStore(options: PostgresOptions): Promise<HubStore> {
  const { url, connectionsMax, leaseMs, place, log = silentLog, clock = systemClock } = options;
  checkDatabaseUrl(url);
  const name = describeDatabase(url);
  const pool = openPool(url, connectionsMax);
  const listener = new NoticeListener(url, log);
  const connection: PostgresConnection = new PostgresConnection(pool, name, log, (id) => nodes.epochOf(id));
  const nodes: PostgresNodes = new PostgresNodes({ connection, log, leaseMs, place, listener });
  const sender = new NoticeSender(connection, () => nodes.id);
  const close = async (): Promise<void> => {
    await sender.close();
    await nodes.close();
    await connection.close();
    await listener.close();
  };
  try {
    await migrate(pool, name);
    await listener.open();
    await nodes.open();
  } catch (error) {
    await close();
    throw toPostgresError(name, "open the store", error);
  }
  return createStore({ connection, nodes, sender, clock, close });
}

interface StoreParts {
  readonly connection: PostgresConnection;
  readonly nodes: PostgresNodes;
  readonly sender: NoticeSender;
  readonly clock: Clock;
  readonly close: () => Promise<void>;
}

function createStore({ connection, nodes, sender, clock, close }: StoreParts): HubStore {
  let closing: Promise<void> | undefined;
  const order = new InOrder();
  const rows = new ClaimedRows<SessionRow>(CLAIMED_SESSIONS_MAX);
  const table = createSessionTable(connection);
  const sessions = createClaimedSessions({ connection, nodes, rows, sessions: table });
  const turnTable = createTurnTable(connection);
  const turns = createClaimedTurns({ connection, nodes, sender, turns: turnTable });
  const { appendEvents } = createAppend({ connection, nodes, rows, sender });
  const store: HubStore = {
    nodes,
    ...table,
    ...sessions,
    updateSession: (id, change) => order.run([id], () => sessions.updateSession(id, change)),
    ...createEventTable(connection),
    appendEvents: (batches, changes, options) => {
      const ids = new Set([...batches.map(({ sessionId }) => sessionId), ...changes.keys()]);
      return order.run([...ids], () => appendEvents(batches, changes, options));
    },
    ...createImports(connection, indexTexts),
    ...turnTable,
    ...turns,
    updateTurn: (id, change) => order.run([id], () => turns.updateTurn(id, change)),
    ...createUsageTable(connection),
    ...createInteractionTable(connection),
    ...createKeyTable(connection),
    ...createAgentTables(connection),
    ...createRecipeTable(connection),
    ...createDocumentTable(connection),
    ...createTextTable(connection),
    prune: createPrune(connection, clock),
    async check() {
      await connection.query("look into the store", "select count(*) from migrations");
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
  return tellOthers(store, sender);
}
