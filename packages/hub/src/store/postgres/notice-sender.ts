// Notifies other servers of what has changed: everything within a few milliseconds in one notice, because a NOTIFY locks the database.
import type { StoreNotice } from "../../api/nodes.ts";
import { LISTEN_RETRY_MS, NOTICE_BYTES_MAX, NOTICE_DELAY_MS } from "../../store-limits.ts";
import type { PostgresConnection } from "./connection.ts";
import { CHANNEL } from "./notices.ts";

/** What notices name by its ids. */
const NAMED = ["turns", "interactions", "sessions", "created"] as const;
type Named = (typeof NAMED)[number];

export class NoticeSender {
  readonly #connection: PostgresConnection;
  readonly #from: () => string;
  #ids = noIds();
  #hasSettings = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connection: PostgresConnection, from: () => string) {
    this.#connection = connection;
    this.#from = from;
  }

  add(what: Named | "settings", id = ""): void {
    if (what === "settings") this.#hasSettings = true;
    else this.#ids[what].add(id);
    this.#sendIn(NOTICE_DELAY_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #sendIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#send(), ms).unref();
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const [from, ids, hasSettings] = [this.#from(), this.#ids, this.#hasSettings];
    this.#ids = noIds();
    this.#hasSettings = false;
    const notices: StoreNotice[] = NAMED.flatMap((what) => cut(ids[what]).map((part) => ({ from, [what]: part })));
    if (hasSettings) notices.push({ from, settings: true });
    try {
      await this.#connection.query("tell other servers", TELL, [notices.map((notice) => JSON.stringify(notice))]);
    } catch {
      if (this.#isClosed) return;
      // Others look again after a break of their own connections, but not after one of ours.
      for (const what of NAMED) for (const id of ids[what]) this.#ids[what].add(id);
      this.#hasSettings ||= hasSettings;
      this.#sendIn(LISTEN_RETRY_MS);
    }
  }
}

function noIds(): Readonly<Record<Named, Set<string>>> {
  return { turns: new Set(), interactions: new Set(), sessions: new Set(), created: new Set() };
}

const TELL = `select pg_notify('${CHANNEL}', notice) from unnest($1::text[]) as notice`;
/** Of everything in a notice but its ids. */
const ENVELOPE_BYTES = 200;

/** So few in each part that a notice can name them. */
function cut(ids: Iterable<string>): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const more = Buffer.byteLength(JSON.stringify(id)) + 1;
    if (bytes + more > NOTICE_BYTES_MAX) {
      parts.push([]);
      bytes = ENVELOPE_BYTES;
    }
    parts.at(-1)?.push(id);
    bytes += more;
  }
  return parts;
}
