// The session event that frames of the native API were made of: tests use it to prove that frames lose nothing.
import { isObject } from "@parley/base";
import { parseSessionEvent, SESSION_EVENT_VERSION, type SessionEvent } from "@parley/acp";
import { fromNativeContent } from "../content.ts";
import { OWN_ID_PREFIX } from "../frame-state.ts";
import { type FrameOf, type NativeContent, type NativeFrame } from "../native-message.ts";

type Type = NativeFrame["type"];
type Rows = { readonly [T in Type]: (frame: FrameOf<T>, others: readonly NativeFrame[]) => unknown };

const ROWS: Rows = {
  Message: ({ message, acp }, others) => {
    if (acp !== undefined) return acp;
    const [part] = message.content;
    const call = part === undefined ? undefined : fromCall(part, others);
    if (call !== undefined) return { type: "update", update: call };
    if (part?.type === "actionRequired") return fromQuestion(part);
    if (message.role === "user") return { type: "prompt", prompt: message.content.map(toBlock) };
    if (part === undefined) return undefined;
    const isThought = part.type === "thinking";
    return {
      type: "update",
      update: {
        sessionUpdate: isThought ? "agent_thought_chunk" : "agent_message_chunk",
        content: isThought ? { type: "text", text: part.thinking } : toBlock(part),
        ...(message.id.startsWith(OWN_ID_PREFIX) ? {} : { messageId: message.id }),
      },
    };
  },
  Error: ({ error, code }, others) => ({
    type: "stop",
    error: { code, message: error },
    ...fieldsOf(others.find(({ type }) => type === "Finish")?.acp),
  }),
  Finish: ({ acp }) => ({ type: "stop", ...fieldsOf(acp) }),
  Notification: ({ message }) => message.params,
  UpdateConversation: () => ({ type: "cleared" }),
  ModelChange: ({ acp }) => acp,
  ToolAvailabilityChange: ({ acp }) => acp,
  RoutingDecision: ({ agent_name: agent, mode_slug: modeId, confidence, reasoning }) => ({
    type: "routed",
    agent,
    ...(modeId === "" ? {} : { modeId }),
    confidence,
    reasoning,
  }),
  PlanProposal: fromPlanFrame,
};

/** Frames with the same number, as they came. Undefined if no event says the same. */
export function fromFrames(
  frames: readonly NativeFrame[],
  { seq, sessionId }: { readonly seq: number; readonly sessionId: string },
): SessionEvent | undefined {
  const [first, ...others] = frames;
  if (first === undefined) return undefined;
  const read = ROWS[first.type] as (frame: NativeFrame, others: readonly NativeFrame[]) => unknown;
  const body = read(first, others);
  if (!isObject(body)) return undefined;
  const event = { v: SESSION_EVENT_VERSION, seq, at: first.at ?? 0, sessionId, ...structuredClone(body) };
  const result = parseSessionEvent(event);
  return result.ok ? result.value : undefined;
}

/** A call that came with its result is in two frames, and the first has the call whole but for its content. */
function fromCall(part: NativeContent, others: readonly NativeFrame[]): unknown {
  if (part.type !== "toolRequest" && part.type !== "toolResponse") return undefined;
  const call = fromToolPart(part);
  const [other] = others;
  if (other?.type !== "Message" || !isObject(call)) return call;
  const result = other.message.content[0];
  return result === undefined ? call : { ...call, ...fieldsOf(fromToolPart(result)), rawInput: call.rawInput };
}

function toBlock(part: NativeContent): unknown {
  const block = fromNativeContent(part);
  return block.type === undefined ? block.raw : block;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function fromPlanFrame({ tasks, clarifying_questions: clarifyingQuestions }: FrameOf<"PlanProposal">): unknown {
  return {
    type: "plan_proposed",
    tasks: tasks.map((task) => ({
      id: task.task_id,
      dependsOn: task.depends_on,
      agent: task.agent_name,
      description: task.description,
      ...(task.mode_slug ? { modeId: task.mode_slug } : {}),
      ...(task.mode_name !== undefined && { modeName: task.mode_name }),
      ...(task.confidence !== undefined && { confidence: task.confidence }),
      ...(task.reasoning !== undefined && { reasoning: task.reasoning }),
      ...(task.tool_groups !== undefined && { toolGroups: task.tool_groups }),
    })),
    ...(clarifyingQuestions === undefined ? {} : { clarifyingQuestions }),
  };
}

const EVENT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ["toolConfirmation", "permission_asked"],
  ["elicitation", "elicitation_asked"],
  ["elicitationResponse", "elicitation_answered"],
]);

/** The body of the event that a part was made of. */
function fromQuestion({ data, acp }: NativeContent): unknown {
  if (!isObject(data) || !isObject(acp)) return undefined;
  return { type: EVENT_TYPES.get(data.actionType), interactionId: data.id, ...acp };
}

/** The call that a part was made of; undefined if it was made of none. */
function fromToolPart(part: NativeContent): unknown {
  const { id, acp } = part;
  if (!isObject(acp) || "toolCallId" in acp) return acp;
  if (part.type === "toolRequest")
    return { ...acp, toolCallId: id, rawInput: at(part, "toolCall", "value", "arguments") };
  const parts = at(part, "toolResult", "value", "content") as readonly NativeContent[];
  return {
    ...acp,
    toolCallId: id,
    content: parts.map((item) => ({ type: "content", content: toBlock(item) })),
  };
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}
