// Checks that sessions are opened before they are used, and that a turn's updates come before its end.
import type { PlacedFrame } from "../../conversation.ts";
import { FINDINGS_MAX, NAMES_MAX } from "../../../limits.ts";
import type { CreateCheck, Report } from "../finding.ts";

/** Updates from a model or a tool; other updates report state, and may come at any time. */
const TURN_UPDATES: ReadonlySet<string> = new Set([
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
  "tool_call",
  "tool_call_update",
  "plan",
]);
const OPENING: ReadonlySet<string> = new Set(["session/load", "session/resume", "session/fork", "session/new"]);
const CLOSING: ReadonlySet<string> = new Set(["session/close", "session/delete"]);

interface KnownSession {
  /** Prompts without an answer. */
  prompts: number;
  /** Ended turns. */
  turns: number;
  /** While its answer is missing. */
  opening: string | undefined;
  openedBy: string | undefined;
  isCancelled: boolean;
  isClosed: boolean;
  /** Version 2 reports when it starts and finishes working. */
  isRunning: boolean | undefined;
}

export const checkSessions: CreateCheck = (context) => {
  let sessions = new Map<string, KnownSession>();
  /** Updates for sessions that are not known yet. */
  let early = new Map<string, PlacedFrame[]>();
  let earlyFrames = 0;
  const remember = (placed: PlacedFrame, sessionId: string): void => {
    if (earlyFrames >= FINDINGS_MAX) return;
    earlyFrames += 1;
    const frames = early.get(sessionId) ?? [];
    frames.push(placed);
    early.set(sessionId, frames);
  };
  const finish = (report: Report): void => {
    if (!context.isPart()) {
      for (const [sessionId, frames] of early) {
        for (const placed of frames) report.found(placed, "unknown-session", `Session ${sessionId} not found`);
      }
    }
    sessions = new Map();
    early = new Map();
    earlyFrames = 0;
  };
  return {
    check(placed, report) {
      const { kind, method = "", sessionId } = placed;
      if (sessionId === undefined) return;
      if (kind === "request" && OPENING.has(method)) open(sessions, placed);
      if (kind === "response" && OPENING.has(method)) opened(sessions, early, placed, report);
      const session = sessions.get(sessionId);
      if (session === undefined) {
        if (kind !== "response") remember(placed, sessionId);
        return;
      }
      if (kind === "response" && method === "session/prompt") endTurn(session, placed, report);
      if (kind === "response" && CLOSING.has(method) && placed.error === undefined) session.isClosed = true;
      if (kind === "request" || kind === "notification") checkCall(session, placed, report);
    },
    restart: finish,
    end: finish,
  };
};

function open(sessions: Map<string, KnownSession>, { method, sessionId = "" }: PlacedFrame): void {
  const known = sessions.get(sessionId);
  if (known !== undefined) known.opening = method === "session/fork" ? known.opening : method;
  else if (sessions.size < NAMES_MAX) sessions.set(sessionId, createSession(method));
}

function opened(
  sessions: Map<string, KnownSession>,
  early: Map<string, PlacedFrame[]>,
  placed: PlacedFrame,
  report: Report,
): void {
  const { method, sessionId = "", request, error } = placed;
  const asked = sessions.get(request?.sessionId ?? sessionId);
  if (asked !== undefined && asked.opening === method) {
    asked.opening = undefined;
    asked.openedBy = method;
    asked.isClosed = false;
  }
  if (error !== undefined) return;
  if (!sessions.has(sessionId) && sessions.size < NAMES_MAX)
    sessions.set(sessionId, { ...createSession(undefined), openedBy: method });
  for (const before of early.get(sessionId) ?? []) {
    report.found(
      before,
      "update-before-session",
      `${nameOf(before)} came before the answer to ${method ?? ""} that names its session`,
    );
  }
  early.delete(sessionId);
}

function createSession(opening: string | undefined): KnownSession {
  return {
    prompts: 0,
    turns: 0,
    opening,
    openedBy: undefined,
    isCancelled: false,
    isClosed: false,
    isRunning: undefined,
  };
}

function checkCall(session: KnownSession, placed: PlacedFrame, report: Report): void {
  const { method = "", updateKind, update } = placed;
  if (session.isClosed && !OPENING.has(method) && !CLOSING.has(method))
    report.found(placed, "closed-session", `${nameOf(placed)} is for a session that was closed`);
  if (method === "session/prompt") {
    if (session.prompts > 0)
      report.found(placed, "prompt-overlap", "A prompt was sent while the turn before it has no end");
    session.prompts += 1;
    session.isCancelled = false;
  }
  if (method === "session/cancel" && session.prompts > 0) session.isCancelled = true;
  if (updateKind === "state_update") session.isRunning = update["state"] !== "idle";
  else if (updateKind !== undefined) checkUpdate(session, placed, updateKind, report);
}

function checkUpdate(session: KnownSession, placed: PlacedFrame, updateKind: string, report: Report): void {
  const isOfTurn = TURN_UPDATES.has(updateKind);
  if (session.opening === "session/resume" && isOfTurn)
    report.found(placed, "history-on-resume", `${updateKind} came while a session was resumed, which repeats nothing`);
  if (session.prompts > 0 || session.opening !== undefined || session.isRunning !== undefined) return;
  if (!isOfTurn) {
    if (session.turns > 0) report.found(placed, "state-after-turn", `${updateKind} came after the end of a turn`);
    return;
  }
  if (session.turns === 0 && session.openedBy === "session/load") {
    const message = `${updateKind} came after the answer to session/load, which says that all was repeated`;
    report.found(placed, "history-after-load", message);
  } else report.found(placed, "update-after-turn", `${updateKind} came while no turn was running`);
}

function endTurn(session: KnownSession, placed: PlacedFrame, report: Report): void {
  session.prompts = Math.max(0, session.prompts - 1);
  session.turns += 1;
  if (!session.isCancelled) return;
  session.isCancelled = false;
  const { result, error } = placed;
  const stopReason = (result as { readonly stopReason?: unknown } | null | undefined)?.stopReason;
  if (error !== undefined)
    report.found(placed, "cancel-failed", "A cancelled turn ended with an error; expected the stop reason cancelled");
  else if (stopReason !== undefined && stopReason !== "cancelled")
    report.found(
      placed,
      "cancel-ignored",
      `A cancelled turn ended with ${JSON.stringify(stopReason)}; expected the stop reason cancelled`,
    );
}

function nameOf({ method = "", updateKind }: PlacedFrame): string {
  return updateKind ?? method;
}
