// Notifies other servers of what has changed. A NOTIFY locks the database, and wakes every server: what can wait a few milliseconds
// goes with the next statement that sends a notice anyway, or else with a notice of its own.
import type { StoreNotice } from "../../api/nodes.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { CARRY_MS_MAX, LAST_MS_MAX, LISTEN_RETRY_MS, NOTICE_DELAY_MS } from "../../store-limits.ts";
import type { PostgresConnection } from "./connection.ts";
import { CHANNEL, CollectedNotice, cutNotice, toLook, toNotice, type NoticeParts } from "./notices.ts";

export class NoticeSender {
  readonly #connection: PostgresConnection;
  readonly #from: () => string;
  #waiting = new CollectedNotice();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connection: PostgresConnection, from: () => string) {
    this.#connection = connection;
    this.#from = from;
  }

  /** Other servers hear of it within a few milliseconds. */
  add(parts: NoticeParts): void {
    this.#waiting.add(parts);
    this.#sendIn(NOTICE_DELAY_MS);
  }

  /** With a statement that sends this text, together with what is waiting. Whether that was done. */
  async carry(parts: NoticeParts, send: (text: string) => Promise<boolean>): Promise<boolean> {
    const from = this.#from();
    const waiting = this.#waiting.parts;
    const text = toNotice({ from, ...new CollectedNotice(waiting, parts).parts });
    if (text === undefined) return this.#carryAlone(from, parts, send);
    if (Object.keys(waiting).length === 0) return send(text);
    this.#waiting = new CollectedNotice();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The statement may wait for a lock. What comes twice does no harm.
    const late = setTimeout(() => this.#putBack(waiting), CARRY_MS_MAX).unref();
    let isSent = false;
    try {
      isSent = await send(text);
    } finally {
      clearTimeout(late);
      if (!isSent) this.#putBack(waiting);
    }
    return isSent;
  }

  /** What is too long for one notice is sent afterwards, too. */
  async #carryAlone(from: string, parts: NoticeParts, send: (text: string) => Promise<boolean>): Promise<boolean> {
    const alone = toNotice({ from, ...parts });
    const isSent = await send(alone ?? toLook(from));
    if (isSent && alone === undefined) this.add(parts);
    return isSent;
  }

  /** Sends what is waiting, unless the database takes too long. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#timer !== undefined) await Promise.race([this.#send(), sleep(LAST_MS_MAX, undefined, { ref: false })]);
  }

  /** Before what was added since. */
  #putBack(parts: NoticeParts): void {
    this.#waiting = new CollectedNotice(parts, this.#waiting.parts);
    this.#sendIn(NOTICE_DELAY_MS);
  }

  #sendIn(ms: number): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#send(), ms).unref();
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const from = this.#from();
    const waiting = this.#waiting.parts;
    this.#waiting = new CollectedNotice();
    const notices: StoreNotice[] = cutNotice(waiting).map((parts) => ({ from, ...parts }));
    try {
      await this.#connection.query("tell other servers", TELL, [notices.map((notice) => JSON.stringify(notice))]);
    } catch {
      if (this.#isClosed) return;
      // Others look again after a break of their own connections, but not after one of ours.
      this.#waiting = new CollectedNotice(waiting, this.#waiting.parts);
      this.#sendIn(LISTEN_RETRY_MS);
    }
  }
}

const TELL = `select pg_notify('${CHANNEL}', notice) from unnest($1::text[]) as notice`;
