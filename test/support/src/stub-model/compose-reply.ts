// From a conversation to the answer that its script wants.
import { fullTextOf, resultsOf, type Conversation } from "./conversation.ts";
import type { Failures } from "./failures.ts";
import { toPieces, type Refusal, type Reply, type ReplyCall, type ReplyPart, type Usage } from "./reply.ts";
import { findStep, toCallId, type FoundStep } from "./script/find-step.ts";
import type { FinishReason, Instruction, Step } from "./script/instruction.ts";
import { answerSideRequest } from "./side-request.ts";
import { chooseTool } from "./tools/choose-tool.ts";

const CHARS_PER_TOKEN = 4;
const NO_SCRIPT = "This is the stub model: the prompt had no script.";
const SCRIPT_OVER = "This is the stub model: the script is over.";

export interface Composition {
  readonly isSide: boolean;
  readonly outcome: Reply | Refusal;
}

/** `unique` makes ids: a new text at every call. */
export function composeReply(conversation: Conversation, failures: Failures, unique: () => string): Composition {
  const side = answerSideRequest(conversation);
  const found = side === undefined ? findStep(conversation) : undefined;
  const refusal = found === undefined ? undefined : takeRefusal(found, failures);
  if (refusal !== undefined) return { isSide: false, outcome: refusal };
  const step = found?.step ?? sayOnly(side ?? (found === undefined ? NO_SCRIPT : SCRIPT_OVER));
  const parts = step.flatMap((instruction) => toParts(instruction, conversation, found?.index ?? 0, unique));
  const outcome: Reply = {
    id: unique(),
    model: conversation.model,
    createdMs: Date.now(),
    parts,
    finish: finishOf(step, parts),
    usage: usageOf(step, parts, conversation),
  };
  return { isSide: side !== undefined, outcome };
}

const sayOnly = (text: string): Step => [{ type: "say", text }];

function takeRefusal({ step = [], key }: FoundStep, failures: Failures): Refusal | undefined {
  for (const instruction of step) {
    if (instruction.type !== "status") continue;
    const { status, retryAfterS, times } = instruction;
    if (failures.takeOne(`${key} ${status}`, times)) {
      return { status, retryAfterS, message: `The script says to answer ${status}.` };
    }
  }
  return undefined;
}

function toParts(
  instruction: Instruction,
  conversation: Conversation,
  step: number,
  unique: () => string,
): readonly ReplyPart[] {
  switch (instruction.type) {
    case "think":
      return [{ type: "thought", pieces: toPieces(instruction.text) }];
    case "say":
      return [toText(instruction.text)];
    case "echo":
      return [toText(lastResults(conversation))];
    case "slow": {
      const pieces = Array.from({ length: instruction.count }, (_, at) => `piece ${at + 1} `);
      return [{ type: "text", pieces, gapMs: instruction.gapMs }];
    }
    case "call":
    case "intent":
      return [toCall(instruction, conversation, toCallId(step, unique()))];
    case "wait":
    case "fail":
    case "drop":
      return [instruction];
    case "status":
    case "finish":
    case "usage":
      return [];
  }
}

function toText(text: string): ReplyPart {
  return { type: "text", pieces: toPieces(text), gapMs: 0 };
}

function toCall(
  instruction: Extract<Instruction, { type: "call" | "intent" }>,
  { tools }: Conversation,
  id: string,
): ReplyPart {
  if (instruction.type === "call") {
    const tool = tools.find(({ name }) => name === instruction.tool);
    const isPlain = tool !== undefined && tool.schema === undefined;
    return { type: "call", id, name: instruction.tool, namespace: tool?.namespace, input: instruction.input, isPlain };
  }
  const choice = chooseTool(instruction.intent, tools);
  if (choice === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    return toText(`stub: no tool fits ${JSON.stringify(instruction.intent)}; offered are ${names || "none"}`);
  }
  const { tool, input } = choice;
  return { type: "call", id, name: tool.name, namespace: tool.namespace, input, isPlain: tool.schema === undefined };
}

/** Of the last answer's calls: everything since the assistant spoke. */
function lastResults(conversation: Conversation): string {
  const at = conversation.messages.findLastIndex(({ role }) => role === "assistant");
  return resultsOf({ ...conversation, messages: conversation.messages.slice(at + 1) })
    .map(({ text }) => text)
    .join("\n");
}

function finishOf(step: Step, parts: readonly ReplyPart[]): FinishReason {
  const told = step.find((instruction) => instruction.type === "finish");
  if (told !== undefined) return told.reason;
  return parts.some(({ type }) => type === "call") ? "calls" : "stop";
}

function usageOf(step: Step, parts: readonly ReplyPart[], conversation: Conversation): Usage {
  const told = step.find((instruction) => instruction.type === "usage");
  if (told !== undefined) return told;
  const written = parts.map((part) =>
    "pieces" in part ? part.pieces.join("") : ((part as Partial<ReplyCall>).input ?? ""),
  );
  return {
    inputTokens: countTokens(fullTextOf(conversation)),
    outputTokens: countTokens(written.join("")),
  };
}

/** As good a guess as any: what counts is that it grows with the text. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}
