// What servers on one database tell each other. A notice has no content of a conversation: its reader looks into the store.
import type { StartedTurn, StoreNotice } from "../../api/nodes.ts";
import { NOTICE_BYTES_MAX } from "../../store-limits.ts";

/** The channel of LISTEN and NOTIFY. */
export const CHANNEL = "parley";

/** What has changed. */
export type NoticeParts = Omit<StoreNotice, "from" | "look" | "isGap">;

/** Of everything in a notice but its parts. */
const ENVELOPE_BYTES = 200;
const PIECE_BYTES_MAX = NOTICE_BYTES_MAX - ENVELOPE_BYTES;
const LISTS = ["turns", "newTurns", "interactions", "sessions", "created"] as const;
type List = (typeof LISTS)[number];

/** Undefined if it does not fit: PostgreSQL would refuse it, together with the write that it comes with. */
export function toNotice(notice: StoreNotice): string | undefined {
  const text = JSON.stringify(notice);
  return Buffer.byteLength(text) <= NOTICE_BYTES_MAX ? text : undefined;
}

/** Says only that something has changed. */
export function toLook(from: string): string {
  return JSON.stringify({ from, look: true });
}

/** Parts of several notices as one; of a log that has grown more than once, the end that was added last. */
export class CollectedNotice {
  readonly #lists = Object.fromEntries(LISTS.map((what) => [what, new Set()])) as Record<List, Set<string>>;
  readonly #started = new Map<string, StartedTurn>();
  readonly #events = new Map<string, number>();
  #hasSettings = false;

  constructor(...all: readonly NoticeParts[]) {
    for (const parts of all) this.add(parts);
  }

  add({ started = {}, events = {}, settings = false, ...lists }: NoticeParts): void {
    for (const what of LISTS) for (const id of lists[what] ?? []) this.#lists[what].add(id);
    for (const [id, start] of Object.entries(started)) this.#started.set(id, start);
    for (const [id, seq] of Object.entries(events)) this.#events.set(id, seq);
    this.#hasSettings ||= settings;
  }

  get parts(): NoticeParts {
    const lists = LISTS.filter((what) => this.#lists[what].size > 0);
    return {
      ...(this.#events.size > 0 && { events: Object.fromEntries(this.#events) }),
      ...Object.fromEntries(lists.map((what) => [what, [...this.#lists[what]]])),
      ...(this.#started.size > 0 && { started: Object.fromEntries(this.#started) }),
      ...(this.#hasSettings && { settings: true }),
    };
  }
}

/** As parts that each fit a notice. A part that is too long for any notice is left out. */
export function cutNotice(parts: NoticeParts): readonly NoticeParts[] {
  const cut: CollectedNotice[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const piece of toPieces(parts)) {
    const more = Buffer.byteLength(JSON.stringify(piece));
    if (more > PIECE_BYTES_MAX) continue;
    if (bytes + more > NOTICE_BYTES_MAX) {
      cut.push(new CollectedNotice());
      bytes = ENVELOPE_BYTES;
    }
    cut.at(-1)?.add(piece);
    bytes += more;
  }
  return cut.map((collected) => collected.parts);
}

/** Each names one thing. */
function* toPieces({ started = {}, events = {}, settings, ...lists }: NoticeParts): Generator<NoticeParts> {
  for (const what of LISTS) for (const id of lists[what] ?? []) yield { [what]: [id] };
  for (const [id, start] of Object.entries(started)) yield { started: { [id]: start } };
  for (const [id, seq] of Object.entries(events)) yield { events: { [id]: seq } };
  if (settings === true) yield { settings };
}
