// What servers on one database tell each other. A notice has no content: its reader looks into the store.
import { NOTICE_BYTES_MAX } from "../../store-limits.ts";

/** The channel of LISTEN and NOTIFY. */
export const CHANNEL = "parley";

/** Logs that have become longer. One that does not fit says only that something has changed. */
export function toEventNotice(
  nodeId: string,
  heads: readonly { readonly id: string; readonly last: number | null }[],
): string {
  const events = heads.flatMap(({ id, last }) => (last === null ? [] : [[id, last] as const]));
  const notice = JSON.stringify({ from: nodeId, events: Object.fromEntries(events) });
  return Buffer.byteLength(notice) <= NOTICE_BYTES_MAX ? notice : JSON.stringify({ from: nodeId, look: true });
}
