// Google's generateContent. https://ai.google.dev/api/generate-content
import { isObject } from "@parley/base";
import { BadRequest } from "../bad-request.ts";
import type { ChatMessage, Conversation, OfferedTool, Part } from "../conversation.ts";
import type { Refusal, Reply, ReplyPart } from "../reply.ts";
import type { FinishReason } from "../script/instruction.ts";
import { parseJson } from "../script/words.ts";
import { checkPairs, toArray, toList, toName, toObject, toOptionalNumber, toText } from "./read.ts";
import { toEvent, type Address, type Body, type Frame, type Wire } from "./wire.ts";

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: "STOP",
  calls: "STOP",
  length: "MAX_TOKENS",
  refusal: "SAFETY",
};

const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

export const gemini: Wire = {
  name: "gemini",
  parse,
  toBody: (reply) => toChunk(reply, reply.parts.flatMap(toPieceParts), FINISH_REASONS[reply.finish]),
  toFrames,
  toError,
  countTokens: (tokens) => ({ totalTokens: tokens }),
};

function toError({ status, message, retryAfterS }: Refusal): unknown {
  const retry = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfterS ?? 0}s` };
  const details = retryAfterS === undefined ? [] : [retry];
  return { error: { code: status, message, status: STATUSES[status] ?? "INTERNAL", details } };
}

function parse(given: Body, { model, stream }: Address): Conversation {
  // A request to count tokens may carry the whole request that it is about.
  const body = isObject(given["generateContentRequest"]) ? given["generateContentRequest"] : given;
  const ids = new CallIds();
  const contents = toArray(body["contents"], "contents").map((entry) => toObject(entry, "contents[]"));
  if (contents.length === 0) throw new BadRequest("contents is not specified");
  const messages = contents.map((entry) => parseContent(entry, ids));
  checkPairs(messages, "loose");
  const config = isObject(body["generationConfig"]) ? body["generationConfig"] : {};
  return {
    model: model ?? "",
    stream: stream === true,
    system: parseSystem(body["systemInstruction"] ?? body["system_instruction"]),
    messages,
    tools: toList(body["tools"], "tools").flatMap(parseTools),
    outputSchema: parseFormat(config),
    outputTokensMax: toOptionalNumber(config["maxOutputTokens"], "maxOutputTokens"),
  };
}

function parseFormat(config: Body): unknown {
  if (config["responseMimeType"] !== "application/json") return undefined;
  return config["responseJsonSchema"] ?? config["responseSchema"] ?? {};
}

function parseSystem(instruction: unknown): string {
  if (!isObject(instruction)) return "";
  return toList(instruction["parts"], "systemInstruction.parts")
    .flatMap((part) => (isObject(part) && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n");
}

function parseTools(group: unknown): readonly OfferedTool[] {
  const declared = toList(toObject(group, "tools[]")["functionDeclarations"], "functionDeclarations");
  return declared.map((entry) => {
    const tool = toObject(entry, "functionDeclarations[]");
    const schema = tool["parametersJsonSchema"] ?? tool["parameters"];
    return { name: toName(tool["name"], "functionDeclarations[].name"), schema: isObject(schema) ? schema : {} };
  });
}

/** This wire pairs calls and results by name and order; ids are optional. */
class CallIds {
  readonly #open = new Map<string, string[]>();
  readonly #known = new Set<string>();

  called(name: string, given: unknown): string {
    const id = typeof given === "string" && given !== "" ? given : `${name}-${this.#known.size + 1}`;
    this.#known.add(id);
    this.#open.set(name, [...(this.#open.get(name) ?? []), id]);
    return id;
  }

  /** A history that was stored may have ids on one side only. */
  answered(name: string, given: unknown): string {
    const open = this.#open.get(name) ?? [];
    const id = typeof given === "string" && this.#known.has(given) ? given : open[0];
    this.#open.set(
      name,
      open.filter((other) => other !== id),
    );
    return id ?? `${name} (never called)`;
  }
}

function parseContent({ role, parts }: Body, ids: CallIds): ChatMessage {
  if (role !== undefined && role !== "user" && role !== "model" && role !== "function") {
    throw new BadRequest(`Please use a valid role: user, model. Not ${JSON.stringify(role)}`);
  }
  const parsed = toList(parts, "contents[].parts").map((part) => parsePart(toObject(part, "parts[]"), ids));
  return { role: role === "model" ? "assistant" : "user", parts: parsed };
}

function parsePart(part: Body, ids: CallIds): Part {
  if (typeof part["text"] === "string")
    return { type: part["thought"] === true ? "thought" : "text", text: part["text"] };
  if (isObject(part["functionCall"])) {
    const { id, name, args } = part["functionCall"];
    const called = toName(name, "functionCall.name");
    return { type: "call", id: ids.called(called, id), name: called, input: args };
  }
  if (isObject(part["functionResponse"])) {
    const { id, name, response } = part["functionResponse"];
    const callId = ids.answered(toName(name, "functionResponse.name"), id);
    return { type: "result", callId, text: toResultText(response), images: 0 };
  }
  if (isObject(part["inlineData"])) {
    const { mimeType, data } = part["inlineData"];
    return { type: "image", mimeType: toText(mimeType, "inlineData.mimeType"), data: toText(data, "inlineData.data") };
  }
  return { type: "other", kind: Object.keys(part).join(",") };
}

/** The wire wants an object; the text of a tool is usually in one of these. */
function toResultText(response: unknown): string {
  const fields = isObject(response) ? response : {};
  const text = [response, fields["output"], fields["content"], fields["result"], fields["error"]].find(
    (value) => typeof value === "string",
  );
  return text ?? JSON.stringify(response ?? {});
}

function* toFrames(reply: Reply): Iterable<Frame> {
  for (const part of reply.parts) {
    switch (part.type) {
      case "text":
        for (const text of part.pieces) {
          if (part.gapMs > 0) yield { type: "wait", ms: part.gapMs };
          yield toEvent(toChunk(reply, [{ text }]));
        }
        break;
      // Thoughts are summaries here, and come whole.
      case "thought":
      case "call":
        yield toEvent(toChunk(reply, toPieceParts(part)));
        break;
      case "fail":
        yield toEvent(toError({ status: 500, message: part.message }));
        return;
      case "wait":
      case "drop":
        yield part;
        break;
    }
  }
  yield toEvent(toChunk(reply, [{ text: "" }], FINISH_REASONS[reply.finish]));
}

function toPieceParts(part: ReplyPart): readonly Body[] {
  switch (part.type) {
    case "text":
      return [{ text: part.pieces.join("") }];
    case "thought":
      return [{ text: part.pieces.join(""), thought: true }];
    case "call":
      return [
        {
          functionCall: { id: part.id, name: part.name, args: parseJson(part.input) ?? {} },
          thoughtSignature: "c3R1Yg==",
        },
      ];
    case "wait":
    case "fail":
    case "drop":
      return [];
  }
}

function toChunk({ id, model, usage }: Reply, parts: readonly Body[], finishReason?: string): Body {
  const content = { role: "model", parts };
  const { inputTokens, outputTokens } = usage;
  return {
    candidates: [{ content, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: outputTokens,
      totalTokenCount: inputTokens + outputTokens,
    },
    modelVersion: model,
    responseId: id,
  };
}
