// Converts a conversation into an AI SDK prompt.
import type { LanguageModelV3Message, LanguageModelV3Prompt, SharedV3ProviderOptions } from "@ai-sdk/provider";
import { isObject } from "@parley/base";
import { CACHED_MESSAGES_MAX } from "../../limits.ts";
import type { AssistantPart, Message, ProviderData, ToolMessage, UserPart } from "../message.ts";
import type { ModelInfo, ModelRequest } from "../model.ts";
import { toPlainId } from "./call-ids.ts";
import type { Dialect } from "./dialect.ts";
import { pairUp } from "./pair-up.ts";
import { toResultImages, toResultOutput } from "./to-results.ts";

/** The model that the prompt is for. */
export interface Reader {
  readonly dialect: Dialect;
  readonly info: ModelInfo;
  /** The provider's own name of the model. */
  readonly model: string;
}

export function toPrompt(
  { system, messages }: Pick<ModelRequest, "system" | "messages">,
  reader: Reader,
): LanguageModelV3Prompt {
  const { dialect, model } = reader;
  const mark = dialect.cacheMark?.(model);
  const cached: SharedV3ProviderOptions | undefined = mark === undefined ? undefined : { [dialect.namespace]: mark };
  const prompt: LanguageModelV3Prompt = [];
  if (system !== "") prompt.push(withOptions({ role: "system", content: system }, cached));
  const paired = pairUp(messages);
  const marked = new Set(cached === undefined ? [] : lastAsked(paired));
  for (const message of paired) {
    const options = marked.has(message) ? cached : undefined;
    for (const written of toMessages(message, reader)) prompt.push(withOptions(written, options));
  }
  return prompt;
}

/** The newest messages that are not from the model: the next request has the same prefix up to there. */
function lastAsked(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ role }) => role !== "assistant").slice(-CACHED_MESSAGES_MAX);
}

function toMessages(message: Message, reader: Reader): readonly LanguageModelV3Message[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: toUserContent(message.parts, reader) }];
    case "assistant":
      return toAssistant(message.parts, reader);
    case "tool":
      return toTool(message, reader);
  }
}

type UserContent = Extract<LanguageModelV3Message, { role: "user" }>["content"][number];
type AssistantContent = Extract<LanguageModelV3Message, { role: "assistant" }>["content"][number];

/** Providers reject empty text and messages without text. */
function toUserContent(parts: readonly UserPart[], reader: Reader): UserContent[] {
  const content = parts
    .map((part) => toUserPart(part, reader))
    .filter((part) => part.type !== "text" || !isBlank(part.text));
  return content.length === 0 ? [{ type: "text", text: "(nothing)" }] : content;
}

function toUserPart(part: UserPart, { dialect, info }: Reader): UserContent {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      if (!info.takesImages)
        return { type: "text", text: `[image (${part.mimeType}) omitted: this model does not support images]` };
      return { type: "file", mediaType: part.mimeType, data: part.data };
    case "file": {
      const name = part.name ?? "(unnamed)";
      if (isText(part.mimeType)) return { type: "text", text: `File ${name}:\n${decode(part.data)}` };
      if (part.mimeType.startsWith("image/") && info.takesImages) {
        return { type: "file", mediaType: part.mimeType, data: part.data };
      }
      if (!dialect.files.test(part.mimeType)) {
        return { type: "text", text: `[file ${name} (${part.mimeType}) omitted: this model cannot read it]` };
      }
      const filename = part.name === undefined ? {} : { filename: part.name };
      return { type: "file", mediaType: part.mimeType, data: part.data, ...filename };
    }
  }
}

/** An answer without any usable part is dropped, because providers reject empty ones. */
function toAssistant(parts: readonly AssistantPart[], reader: Reader): readonly LanguageModelV3Message[] {
  const content = parts.flatMap((part) => toAssistantPart(part, reader));
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function toAssistantPart(part: AssistantPart, { dialect }: Reader): readonly AssistantContent[] {
  const { namespace, takesPlainThoughts } = dialect;
  const own = ownData(part.provider, namespace);
  const given = own === undefined ? {} : { providerOptions: own };
  switch (part.type) {
    case "text":
      return isBlank(part.text) ? [] : [{ type: "text", text: part.text, ...given }];
    case "thought":
      // A thought of another provider has a different signature or none.
      if (own === undefined && (part.provider !== undefined || !takesPlainThoughts)) return [];
      return [{ type: "reasoning", text: part.text, ...given }];
    case "tool_call":
      return [
        {
          type: "tool-call",
          toolCallId: toPlainId(part.callId),
          toolName: part.name,
          input: toInput(part.input),
          ...given,
        },
      ];
  }
}

/** Providers require an object, whatever the model wrote. */
function toInput(input: unknown): Readonly<Record<string, unknown>> {
  if (isObject(input)) return { ...input };
  return input === undefined ? {} : { input };
}

function toTool({ results }: ToolMessage, reader: Reader): readonly LanguageModelV3Message[] {
  const content = results.map((result) => ({
    type: "tool-result" as const,
    toolCallId: toPlainId(result.callId),
    toolName: result.name,
    output: toResultOutput(result, reader),
  }));
  if (content.length === 0) return [];
  const images = toResultImages(results, reader);
  return [{ role: "tool", content }, ...(images.length === 0 ? [] : [{ role: "user" as const, content: images }])];
}

function ownData(data: ProviderData | undefined, namespace: string): SharedV3ProviderOptions | undefined {
  const own = data?.[namespace];
  return own === undefined ? undefined : ({ [namespace]: own } as SharedV3ProviderOptions);
}

function withOptions(
  message: LanguageModelV3Message,
  providerOptions: SharedV3ProviderOptions | undefined,
): LanguageModelV3Message {
  return providerOptions === undefined ? message : { ...message, providerOptions };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function isText(mimeType: string): boolean {
  return /^(?:text\/|application\/(?:json|xml|yaml|toml|javascript|x-sh)\b)/.test(mimeType);
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
