// Notifies other servers of what has changed: everything within a few milliseconds in one notice, because a NOTIFY locks the database.
import type { StoreNotice } from "../../api/nodes.ts";
import { NOTICE_BYTES_MAX, NOTICE_DELAY_MS } from "../../store-limits.ts";
import type { PostgresConnection } from "./connection.ts";
import { CHANNEL } from "./notices.ts";

export class NoticeSender {
  readonly #connection: PostgresConnection;
  readonly #from: () => string;
  readonly #turns = new Set<string>();
  readonly #interactions = new Set<string>();
  #hasSettings = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: PostgresConnection, from: () => string) {
    this.#connection = connection;
    this.#from = from;
  }

  add(what: "turns" | "interactions" | "settings", id = ""): void {
    if (what === "turns") this.#turns.add(id);
    else if (what === "interactions") this.#interactions.add(id);
    else this.#hasSettings = true;
    this.#timer ??= setTimeout(() => this.#send(), NOTICE_DELAY_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #send(): void {
    this.#timer = undefined;
    const notice: StoreNotice = {
      from: this.#from(),
      turns: [...this.#turns],
      interactions: [...this.#interactions],
      ...(this.#hasSettings && { settings: true }),
    };
    this.#turns.clear();
    this.#interactions.clear();
    this.#hasSettings = false;
    const text = JSON.stringify(notice);
    const short =
      Buffer.byteLength(text) <= NOTICE_BYTES_MAX ? text : JSON.stringify({ from: notice.from, look: true });
    // A lost notice costs time only.
    this.#connection.query("tell other servers", `select pg_notify('${CHANNEL}', $1)`, [short]).catch(() => undefined);
  }
}
