// What servers on one database tell each other. A notice has no content: its reader looks into the store.
import type { StoreNotice } from "../../api/nodes.ts";
import { NOTICE_BYTES_MAX } from "../../store-limits.ts";

/** The channel of LISTEN and NOTIFY. */
export const CHANNEL = "parley";

/** Undefined if it does not fit: PostgreSQL would refuse it, together with the write that it comes with. */
export function toNotice(notice: StoreNotice): string | undefined {
  const text = JSON.stringify(notice);
  return Buffer.byteLength(text) <= NOTICE_BYTES_MAX ? text : undefined;
}

/** Says only that something has changed. */
export function toLook(from: string): string {
  return JSON.stringify({ from, look: true });
}
