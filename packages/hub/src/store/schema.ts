// The current tables. Fields that are queried are columns; the whole row is JSON in `data`.

export interface Schema {
  sessions: { id: string; agent: string; cwd: string; updated_at_ms: number; data: string };
  /** One row per append: the lines from `first_seq` to `last_seq`, with newlines between them. */
  events: { session_id: string; first_seq: number; last_seq: number; lines: string };
  turns: {
    id: string;
    session_id: string;
    state: string;
    created_at_ms: number;
    finished_at_ms: number | null;
    data: string;
  };
  interactions: {
    id: string;
    session_id: string | null;
    state: string;
    created_at_ms: number;
    expires_at_ms: number;
    data: string;
  };
  keys: { id: string; data: string; expires_at_ms: number };
  totals: { agent: string; turns: number; successes: number; total_ms: number; total_tokens: number };
  /** Sums of ended turns. `currency` is empty for turns whose cost is unknown. */
  usage: {
    day: string;
    agent: string;
    model: string;
    folder: string;
    currency: string;
    turns: number;
    input_tokens: number;
    output_tokens: number;
    thought_tokens: number;
    cached_read_tokens: number;
    cached_write_tokens: number;
    total_tokens: number;
    cost: number;
    turn_ms: number;
  };
  agent_settings: { name: string; data: string };
  recipes: { id: string; created_at_ms: number; data: string };
  documents: { kind: string; id: string; owner_id: string; data: string };
  /** Ids ascend with the time of the text. Its words are in `texts_index`. */
  texts: { id: number; session_id: string; seq: number; at: number; what: string; text: string };
}
