// Checks that tool calls are announced, that their status only advances, that permission is requested for announced
// calls, and that answers are among the offered options.
import { isObject } from "@parley/base";
import { fieldsOf, type PlacedFrame } from "../../conversation.ts";
import { NAMES_MAX } from "../../../limits.ts";
import type { CheckContext, CreateCheck, Report } from "../finding.ts";

/** The progress of a call, as a number. */
const PROGRESS: Readonly<Record<string, number>> = {
  pending: 0,
  in_progress: 1,
  paused: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};

interface KnownCall {
  readonly toolCallId: string;
  readonly line: number;
  readonly sessionId: string | undefined;
  isAnnounced: boolean;
  status: string | undefined;
}

export const checkToolCalls: CreateCheck = (context) => {
  const calls = new Map<string, KnownCall>();
  const running = new Set<KnownCall>();
  return {
    check(placed, report) {
      const { updateKind, kind, method } = placed;
      if (updateKind === "tool_call" || updateKind === "tool_call_update")
        checkUpdate(calls, running, placed, report, context);
      if (method === "session/request_permission" && kind === "request") checkAsked(calls, placed, report, context);
      if (method === "session/request_permission" && kind === "response") checkAnswered(placed, report);
      if (method === "session/prompt" && kind === "response") checkEnd(running, placed, report);
      // A session that is loaded repeats its calls, from the beginning.
      if (method === "session/load" && kind === "request") forget(calls, placed.sessionId);
    },
    restart() {
      calls.clear();
      running.clear();
    },
  };
};

function forget(calls: Map<string, KnownCall>, sessionId: string | undefined): void {
  for (const [key, call] of calls) if (call.sessionId === sessionId) calls.delete(key);
}

function checkUpdate(
  calls: Map<string, KnownCall>,
  running: Set<KnownCall>,
  placed: PlacedFrame,
  report: Report,
  context: CheckContext,
): void {
  const { update, updateKind, frame, sessionId } = placed;
  const { toolCallId, status } = update;
  if (typeof toolCallId !== "string") return;
  const key = `${sessionId ?? ""} ${toolCallId}`;
  const known = calls.get(key);
  const isAnnouncement = updateKind === "tool_call";
  if (isAnnouncement && known?.isAnnounced === true)
    report.found(
      placed,
      "tool-call-repeated",
      `tool_call came again for ${toolCallId}; changes are sent as tool_call_update`,
    );
  if (!isAnnouncement && known?.isAnnounced !== true && !context.isPart())
    report.found(
      placed,
      "update-before-tool-call",
      `tool_call_update came for ${toolCallId}, which no tool_call had announced`,
    );
  const next = typeof status === "string" ? status : undefined;
  if (known !== undefined) checkStatus(known, next, placed, report);
  else if (calls.size >= NAMES_MAX) return;
  const call = known ?? { toolCallId, line: frame.line, sessionId, isAnnounced: false, status: next };
  call.isAnnounced ||= isAnnouncement;
  calls.set(key, call);
  if (call.status === "pending" || call.status === "in_progress") running.add(call);
  else running.delete(call);
}

function checkStatus(known: KnownCall, next: string | undefined, placed: PlacedFrame, report: Report): void {
  if (next === undefined) return;
  const [before, after] = [PROGRESS[known.status ?? ""] ?? -1, PROGRESS[next] ?? Number.POSITIVE_INFINITY];
  if (after < before)
    report.found(
      placed,
      "status-backwards",
      `The status of ${String(placed.update["toolCallId"])} went back from ${known.status ?? ""} to ${next}`,
    );
  known.status = next;
}

function checkAsked(calls: Map<string, KnownCall>, placed: PlacedFrame, report: Report, context: CheckContext): void {
  const { toolCallId } = fieldsOf(placed.params["toolCall"]);
  const known = calls.get(`${placed.sessionId ?? ""} ${String(toolCallId)}`);
  if (typeof toolCallId === "string" && known?.isAnnounced !== true && !context.isPart()) {
    report.found(
      placed,
      "permission-unannounced",
      `Permission is asked for ${toolCallId}, which no tool_call had announced`,
    );
  }
  const ids = optionsOf(placed.params);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    report.found(placed, "permission-option-twice", `Two options have the id ${JSON.stringify(twice)}`);
}

function checkAnswered(placed: PlacedFrame, report: Report): void {
  const { request, result } = placed;
  const { outcome, optionId } = fieldsOf(fieldsOf(result)["outcome"]);
  if (request === undefined || outcome !== "selected") return;
  if (!optionsOf(request.params).includes(optionId))
    report.found(
      placed,
      "permission-option-unknown",
      `The option ${JSON.stringify(optionId)} was chosen, which was not offered`,
    );
}

function optionsOf({ options }: PlacedFrame["params"]): readonly unknown[] {
  return Array.isArray(options) ? options.filter(isObject).map(({ optionId }) => optionId) : [];
}

/** An interrupted turn may leave unfinished calls; a completed one should not. */
function checkEnd(running: Set<KnownCall>, placed: PlacedFrame, report: Report): void {
  const isGood = fieldsOf(placed.result)["stopReason"] === "end_turn";
  for (const call of running) {
    const { sessionId, toolCallId, line, status = "" } = call;
    if (sessionId !== placed.sessionId) continue;
    running.delete(call);
    const message = `The turn ended while ${toolCallId} of line ${line} is ${status}`;
    if (isGood) report.found(placed, "tool-call-unfinished", message);
  }
}
