// What servers on one database say to it about themselves and about who owns a session. All times are by its clock.
import { NODES_MAX, ORPHANS_MAX } from "../../store-limits.ts";
import type { StoreNode } from "../../api/nodes.ts";

const ALIVE = "nodes.expires_at > now()";
/** Servers that take sessions. */
const TAKING = `${ALIVE} and not nodes.is_draining and nodes.url is not null`;
/** In a statement about sessions. */
export const OWNER_ALIVE = `exists (select 1 from nodes where nodes.id = sessions.owner_node and ${ALIVE})`;
/** A living server has the folder of the session. */
const IS_SOMEWHERE = `exists (select 1 from nodes where nodes.place = sessions.place and ${TAKING})`;

export const REGISTER = `insert into nodes (id, key, host, version, place, is_draining, expires_at, url)
  values ($1, $2, $3, $4, $5, $6::boolean, now() + $7 * interval '1 ms', $8)`;
export const BEAT = `update nodes set seen_at = now(), expires_at = now() + $2 * interval '1 ms'
  where id = $1 and ${ALIVE} and key = $3 returning is_draining`;
export const FORGET = `delete from nodes where expires_at < now() - $1 * interval '1 ms'
  and not exists (select 1 from sessions where owner_node = nodes.id)`;
export const ANNOUNCE = "update nodes set url = $2 where id = $1";
export const DRAIN = `update nodes set is_draining = true where id = $1 and ${ALIVE} returning id`;

/** A server without the folder takes a session only if no other one has it: to read it, and to end what was running. */
export const CLAIM = `update sessions set owner_node = $2, owner_epoch = nextval('epochs')
  where id = $1 and exists (select 1 from nodes where id = $2 and ${ALIVE} and not is_draining)
    and (owner_node is null or owner_node = $2 or not ${OWNER_ALIVE})
    and (place is null or place = $3 or not ${IS_SOMEWHERE})
  returning owner_epoch, (place is null or place = $3) as has_folder`;
export const OWN_NEW = `update sessions set owner_node = $2, owner_epoch = nextval('epochs'), place = $3
  where id = $1 and owner_node is null and exists (select 1 from nodes where id = $2 and ${ALIVE}) returning owner_epoch`;
export const RELEASE = "update sessions set owner_node = null where id = $1 and owner_node = $2 and owner_epoch = $3";
export const RELEASE_LOST =
  "update sessions set owner_node = null where owner_node = $1 and owner_epoch = any($2::bigint[])";
export const LEAVE = `with gone as (delete from nodes where id = $1)
  update sessions set owner_node = null where owner_node = $1`;

const COLUMNS = `nodes.id, nodes.url, nodes.key, nodes.host, nodes.version, nodes.place, nodes.is_draining, ${ALIVE} as is_alive,
  extract(epoch from nodes.started_at) * 1000 as started_at_ms, extract(epoch from nodes.seen_at) * 1000 as seen_at_ms,
  extract(epoch from now() - nodes.seen_at) * 1000 as silent_ms`;
/** Its owner, else a server that could be: no row if there is no such session, no node if no server can. */
export const OWNER = `select ${COLUMNS}, 0 as sessions from sessions left join lateral (
    select * from nodes where nodes.id = sessions.owner_node and ${ALIVE}
      or not ${OWNER_ALIVE} and ${TAKING} and nodes.id <> $2 and (sessions.place is null or sessions.place = nodes.place)
    order by random() limit 1) as nodes on true where sessions.id = $1`;
export const LIST = `select ${COLUMNS}, (select count(*) from sessions where owner_node = nodes.id) as sessions
  from nodes order by nodes.started_at limit ${NODES_MAX}`;
/** What waits for a server with the folder is left to it; what was running is ended by any server if none has it. */
export const ORPHANS = `select distinct sessions.id from turns join sessions on sessions.id = turns.session_id
  where turns.finished_at_ms is null and not ${OWNER_ALIVE} and (sessions.place is null or sessions.place = $1
    or turns.state in ('in_progress', 'cancelling') and not ${IS_SOMEWHERE})
  limit ${ORPHANS_MAX}`;
/** A plan belongs to the server that carries it out, which need not own its session. */
export const ORPHAN_PLANS = `select documents.id from documents where documents.kind = 'plan'
  and not exists (
    select 1 from nodes where nodes.id = substring(documents.data from '"nodeId":"([^"]+)"') and ${ALIVE})
  and coalesce((select place is null or place = $1 from sessions
    where sessions.id = substring(documents.data from '"sessionId":"([^"]+)"')), true)
  limit ${ORPHANS_MAX}`;
export const QUEUED = `select turns.id, turns.session_id from turns join sessions on sessions.id = turns.session_id
  where turns.state = 'created' and sessions.owner_node = $1 limit ${ORPHANS_MAX}`;
export const CANCELLING = `select turns.id, turns.session_id from turns join sessions on sessions.id = turns.session_id
  where turns.state = 'cancelling' and sessions.owner_node = $1 limit ${ORPHANS_MAX}`;
export const IS_ALIVE = `select 1 from nodes where id = $1 and ${ALIVE}`;
export const STATES = `select session_id, bool_or(state = 'awaiting') as is_awaiting from turns
  where finished_at_ms is null and session_id = any($1::text[]) group by session_id`;
/** Null: it is busy with nothing. */
export const SESSION = (data: string): string => `select ${data} as data,
    (select bool_or(state = 'awaiting') from turns where finished_at_ms is null and session_id = sessions.id) as is_awaiting
  from sessions where id = $1`;
export const TURN_STATES = "select id, state from turns where id = any($1::text[])";
export const LAST_SEQS = "select id, last_seq from sessions where id = any($1::text[])";

export interface NodeRow {
  readonly id: string;
  readonly url: string | null;
  readonly key: string;
  readonly host: string;
  readonly version: string;
  readonly place: string | null;
  readonly is_draining: boolean;
  readonly is_alive: boolean;
  readonly started_at_ms: number;
  readonly seen_at_ms: number;
  readonly silent_ms: number;
  readonly sessions: number;
}

export function toNode(row: NodeRow): StoreNode {
  return {
    id: row.id,
    url: row.url ?? undefined,
    key: row.key,
    host: row.host,
    version: row.version,
    place: row.place ?? undefined,
    startedAtMs: row.started_at_ms,
    seenAtMs: row.seen_at_ms,
    silentMs: row.silent_ms,
    isAlive: row.is_alive,
    isDraining: row.is_draining,
    sessions: row.sessions,
  };
}
