// Usage of turns by day, agent, model and folder. Turns that are already stored are counted.
import { sql, type Kysely, type Migration } from "kysely";

export const usage: Migration = {
  async up(db) {
    for (const words of [TABLE, EARLIER]) await sql.raw(words).execute(db as Kysely<unknown>);
  },
};

const TABLE = `create table usage (
    day text not null,
    agent text not null,
    model text not null,
    folder text not null,
    currency text not null,
    turns integer not null,
    input_tokens integer not null,
    output_tokens integer not null,
    thought_tokens integer not null,
    cached_read_tokens integer not null,
    cached_write_tokens integer not null,
    total_tokens integer not null,
    cost real not null,
    primary key (day, agent, model, folder, currency)
  )`;

const tokens = (name: string): string => `sum(coalesce(json_extract(turns.data, '$.usage.${name}'), 0))`;

const EARLIER = `insert into usage
  select date(turns.finished_at_ms / 1000, 'unixepoch', 'localtime') as day,
    coalesce(json_extract(turns.data, '$.agent'), ''), '', sessions.cwd, '', count(*),
    ${tokens("inputTokens")}, ${tokens("outputTokens")}, ${tokens("thoughtTokens")}, ${tokens("cachedReadTokens")},
    ${tokens("cachedWriteTokens")}, ${tokens("totalTokens")}, 0
  from turns join sessions on sessions.id = turns.session_id
  where turns.finished_at_ms is not null
  group by 1, 2, sessions.cwd`;
