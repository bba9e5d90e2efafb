// Permission questions and their answers, in the forms of both versions.
import type { RequestId } from "@parley/rpc";
import { fieldsOf, lineOf, listOf, textOf, wordsOf, type Fields } from "./fields.ts";
import { PERMISSION_OPTIONS_MAX, PERMISSION_PATHS_MAX } from "../limits.ts";
import { nameRequest, type PendingRequest } from "./pending-requests.ts";
import type { ObservationBuilder } from "./observation-builder.ts";
import { plannedWrites, readToolCall, settle } from "./tool-calls.ts";
import type { SessionMemory, ToolCallMemory } from "./connection-memory.ts";

/** If the call was never announced, it begins here. */
export function readQuestion(
  builder: ObservationBuilder,
  session: SessionMemory,
  id: RequestId,
  params: Fields,
): Partial<PendingRequest> {
  const subject = fieldsOf(params["subject"]);
  const toolCall = fieldsOf(params["toolCall"] ?? subject["toolCall"] ?? commandSubject(subject, params["title"]));
  const toolCallId = wordsOf(toolCall["toolCallId"]);
  let call: ToolCallMemory | undefined;
  if (toolCallId !== undefined) {
    builder.memory.toolCall(session, toolCallId).openQuestions += 1;
    call = readToolCall(builder, session, toolCall);
  }
  const command = call?.command ?? lineOf(textOf(subject["command"]));
  const paths = call === undefined ? [] : plannedWrites(call, toolCall);
  builder.add(session.sessionId, {
    type: "permission_asked",
    requestId: nameRequest(id),
    toolCallId,
    kind: call?.kind ?? (command === undefined ? undefined : "execute"),
    ...(command !== undefined && { command }),
    ...(paths.length > 0 && { paths: paths.slice(0, PERMISSION_PATHS_MAX) }),
  });
  return { toolCallId, optionKinds: optionKinds(params["options"]) };
}

export function readAnswer(
  builder: ObservationBuilder,
  session: SessionMemory,
  id: RequestId,
  request: PendingRequest,
  result: unknown,
): void {
  const outcome = fieldsOf(result)["outcome"];
  const fields = fieldsOf(outcome);
  const word = textOf(outcome) ?? textOf(fields["outcome"]) ?? (result === undefined ? "error" : "unknown");
  const optionId = textOf(fields["optionId"]) ?? textOf(fieldsOf(result)["optionId"]);
  const optionKind = optionId === undefined ? undefined : request.optionKinds?.get(optionId);
  builder.add(session.sessionId, {
    type: "permission_answered",
    requestId: nameRequest(id),
    outcome: word.slice(0, 100),
    optionKind,
  });
  if (request.toolCallId === undefined) return;
  const call = builder.memory.toolCall(session, request.toolCallId);
  call.openQuestions = Math.max(0, call.openQuestions - 1);
  if (call.openQuestions > 0) return;
  call.isRefused = word !== "selected" || optionKind?.startsWith("reject") === true;
  if (!call.isRefused) builder.release(session, call);
  settle(builder, session, call);
}

/** Version 2 asks for commands without a tool call, too. */
function commandSubject(subject: Fields, title: unknown): Fields {
  if (subject["type"] !== "command") return {};
  const { toolCallId, command, cwd } = subject;
  return { toolCallId, title, kind: "execute", rawInput: { command, cwd } };
}

function optionKinds(options: unknown): ReadonlyMap<string, string | undefined> {
  const kinds = new Map<string, string | undefined>();
  for (const item of listOf(options).slice(0, PERMISSION_OPTIONS_MAX)) {
    const { optionId, kind } = fieldsOf(item);
    const id = wordsOf(optionId);
    if (id !== undefined) kinds.set(id, kind === "deny" ? "reject_once" : wordsOf(kind));
  }
  return kinds;
}
