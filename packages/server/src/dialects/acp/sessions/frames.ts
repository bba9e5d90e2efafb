// Events of the log as `session/update` notifications, built from the stored line where possible.
import type {
  ElicitationAnsweredEvent,
  PermissionAnsweredEvent,
  PromptEvent,
  SessionEvent,
  TerminalEvent,
  UpdateEvent,
} from "@parley/acp";
import type { LoggedEvent } from "@parley/hub";
import type { Frame } from "../wire.ts";
import { formatUpdate, wrapUpdate } from "./format-update.ts";
import { toOwnUpdates } from "./own-updates.ts";
import { showsTerminal } from "./terminal-texts.ts";

/** The capability that a client needs for this frame; undefined if none. */
export type FrameNeed = "session.notices" | "session.compaction" | undefined;

export interface UpdateFrame extends Frame {
  readonly need: FrameNeed;
  /** The prompt it shows, which its sender knows already. */
  readonly prompt: PromptEvent | undefined;
  /** The question whose answer it reports; the client that answered already knows. */
  readonly answered?: string | undefined;
  /** It shows a terminal, and its content depends on earlier frames. */
  readonly terminal: UpdateEvent | TerminalEvent | undefined;
}

export interface FrameBatch {
  readonly frames: readonly UpdateFrame[];
  /** Every frame goes to all clients unchanged. */
  readonly isPlain: boolean;
  /** The questions that were asked and answered here. */
  readonly asked: readonly string[];
  readonly answered: readonly string[];
}

const batches = new WeakMap<readonly LoggedEvent[], FrameBatch>();

/** Clients that keep up with a session get the same batch, which is formatted once. */
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
      isPlain &&= frame.need === undefined && frame.terminal === undefined;
      frames.push(frame);
    } else if (event.type === "permission_asked" || event.type === "elicitation_asked") asked.push(event.interactionId);
    else {
      if (isAnswer(event)) answered.push(event.interactionId);
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

function toUpdateFrame(event: UpdateEvent, line: string): UpdateFrame {
  const { seq, sessionId, update } = event;
  const slice = sliceUpdate(event, line);
  const text = slice === undefined ? formatUpdate(sessionId, seq, update) : wrapUpdate(sessionId, seq, slice);
  const terminal = showsTerminal(update) ? event : undefined;
  return { text, seq, isLast: true, need: NEEDS.get(update.sessionUpdate), prompt: undefined, terminal };
}

/** The update's text in the line; undefined if the line has another form. */
function sliceUpdate(event: UpdateEvent, line: string): string | undefined {
  const { v, seq, at, sessionId } = event;
  const head = `{"v":${v},"seq":${seq},"at":${at},"sessionId":"${sessionId}","type":"update","update":`;
  if (!line.startsWith(head) || line.includes(UNKNOWN_MARK)) return undefined;
  let fields = 0;
  for (const _ in event) fields += 1;
  return fields === EVENT_FIELDS ? line.slice(head.length, -1) : undefined;
}

function toOwnFrames(event: SessionEvent): UpdateFrame[] {
  const { seq, sessionId } = event;
  const prompt = event.type === "prompt" ? event : undefined;
  if (event.type === "terminal") {
    return [{ text: "", seq, isLast: true, need: undefined, prompt, terminal: event }];
  }
  const updates = toOwnUpdates(event);
  return updates.map((update, index) => ({
    text: formatUpdate(sessionId, seq, update),
    seq,
    isLast: index === updates.length - 1,
    need: NEEDS.get(update.sessionUpdate),
    prompt,
    terminal: undefined,
    ...(isAnswer(event) && { answered: event.interactionId }),
  }));
}

function isAnswer(event: SessionEvent): event is PermissionAnsweredEvent | ElicitationAnsweredEvent {
  return event.type === "permission_answered" || event.type === "elicitation_answered";
}
