// The session event that frames of the native API were made of.
import { isObject } from "@parley/base";
import { parseSessionEvent, SESSION_EVENT_VERSION, type SessionEvent } from "@parley/acp";
import { fromNativeContent } from "./content.ts";
import { OWN_ID_PREFIX } from "./frame-state.ts";
import { type FrameOf, type NativeContent, type NativeFrame } from "./native-message.ts";
import { fromPlanFrame } from "./plan.ts";
import { fromQuestion } from "./questions.ts";
import { fromToolPart } from "./tool-parts.ts";

type Type = NativeFrame["type"];
type Rows = { readonly [T in Type]: (frame: FrameOf<T>, others: readonly NativeFrame[]) => unknown };

const rows: Rows = {
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
  const read = rows[first.type] as (frame: NativeFrame, others: readonly NativeFrame[]) => unknown;
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
