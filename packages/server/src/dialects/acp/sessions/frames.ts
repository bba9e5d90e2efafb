// Events of the log as `session/update` notifications, put together from the stored line where that is possible.
import { isUnknown, type KnownEvent, type PromptEvent, type SessionEvent } from "@parley/acp";
import type { LoggedEvent } from "@parley/hub";
import type { Frame } from "../wire.ts";
import { toOwnUpdates } from "./own-updates.ts";

/** What a client must have announced to be sent a frame; undefined: nothing. */
export type FrameNeed = "session.notices" | "session.compaction" | undefined;

export interface UpdateFrame extends Frame {
  readonly need: FrameNeed;
  /** The prompt it shows, which is known to whoever sent it. */
  readonly prompt: PromptEvent | undefined;
}

export interface FrameBatch {
  readonly frames: readonly UpdateFrame[];
  /** No frame needs anything, and none is a prompt. */
  readonly isPlain: boolean;
  /** The questions that were asked here, and those that were answered. */
  readonly asked: readonly string[];
  readonly answered: readonly string[];
}

const batches = new WeakMap<readonly LoggedEvent[], FrameBatch>();

/** All who keep up with a session are told the same batch: it is formatted once. */
export function toFrames(events: readonly LoggedEvent[]): FrameBatch {
  const known = batches.get(events);
  if (known !== undefined) return known;
  const frames: UpdateFrame[] = [];
  const asked: string[] = [];
  const answered: string[] = [];
  let isPlain = true;
  for (const { event, line } of events) {
    if (event.type === "update") {
      const frame = toUpdateFrame(event, line);
      isPlain &&= frame.need === undefined;
      frames.push(frame);
    } else if (event.type === "permission_asked" || event.type === "elicitation_asked") asked.push(event.interactionId);
    else if (event.type === "permission_answered" || event.type === "elicitation_answered") {
      answered.push(event.interactionId);
    } else {
      const own = toOwnFrames(event);
      isPlain &&= own.length === 0;
      frames.push(...own);
    }
  }
  const batch = { frames, isPlain, asked, answered };
  batches.set(events, batch);
  return batch;
}

const NEEDS: ReadonlyMap<string | undefined, FrameNeed> = new Map([
  ["notice", "session.notices"],
  ["compaction_update", "session.compaction"],
  ["compaction_summary_chunk", "session.compaction"],
]);

/** `v`, `seq`, `at`, `sessionId`, `type`, `update`: with one more, the update may not be the last field of its line. */
const EVENT_FIELDS = 6;
const UNKNOWN_MARK = '"kind":"unknown"';

function toUpdateFrame(event: Extract<KnownEvent, { type: "update" }>, line: string): UpdateFrame {
  const { seq, update } = event;
  const text = toFrameText(event.sessionId, seq, sliceUpdate(event, line) ?? JSON.stringify(update, replaceUnknown));
  return { text, seq, isLast: true, need: NEEDS.get(update.sessionUpdate), prompt: undefined };
}

/** The update as it stands in the line; undefined if the line has another form. */
function sliceUpdate(event: Extract<KnownEvent, { type: "update" }>, line: string): string | undefined {
  const { v, seq, at, sessionId } = event;
  const head = `{"v":${v},"seq":${seq},"at":${at},"sessionId":"${sessionId}","type":"update","update":`;
  if (!line.startsWith(head) || line.includes(UNKNOWN_MARK)) return undefined;
  let fields = 0;
  for (const _ in event) fields += 1;
  return fields === EVENT_FIELDS ? line.slice(head.length, -1) : undefined;
}

/** A variant that we do not know is passed on as the agent said it. */
function replaceUnknown(_key: string, value: unknown): unknown {
  return isUnknown(value) ? value.raw : value;
}

function toOwnFrames(event: SessionEvent): UpdateFrame[] {
  const { seq, sessionId } = event;
  const updates = toOwnUpdates(event);
  return updates.map((update, index) => ({
    text: toFrameText(sessionId, seq, JSON.stringify(update, replaceUnknown)),
    seq,
    isLast: index === updates.length - 1,
    need: NEEDS.get(update.sessionUpdate),
    prompt: event.type === "prompt" ? event : undefined,
  }));
}

function toFrameText(sessionId: string, seq: number, update: string): string {
  return (
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(sessionId)},` +
    `"update":${update},"_meta":{"parley":{"seq":${seq}}}}}`
  );
}
